"""What every session of a host needs, however its client is connected.

A Textual driver for a terminal elsewhere with its keyboard, colours and limits; the guards and
settings of the host; who is calling; the audit log and the policy of garbage collection. The
servers (`odin_server.ssh`) connect clients to it.
"""
