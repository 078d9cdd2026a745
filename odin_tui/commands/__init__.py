"""The sub-commands of `odin`, each loaded only when it is asked for."""
