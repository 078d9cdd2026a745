"""The command palette, which does not lose keys that are typed quickly."""

from textual.widgets import Input

from odin_tui.screens.screen import ClosesOnce
from odin_tui.textual_internals import PatientPalette


class Palette(PatientPalette, ClosesOnce[None]):
    """The palette, which closes only itself."""

    def on_mount(self) -> None:
        # A cursor that blinks would have an idle session paint for ever.
        self.query_one(Input).cursor_blink = False

    DEFAULT_CSS = """
    Palette {
        background: $page;
        & > .command-palette--help-text { color: $quiet; text-style: none; }
        & > .command-palette--highlight { color: $your-turn; text-style: bold; }
        & > Vertical, & > Vertical:dark {
            margin-top: 1; width: 100%; max-width: 84; background: $page;
        }
        #--input, #--input.--list-visible {
            height: auto; border: inner $plate; background: $plate;
        }
        #--input SearchIcon { display: none; }
        CommandInput, CommandInput:focus {
            width: 1fr; height: 1; padding: 0 1; margin: 0 2; border: none; background: $page;
        }
        CommandList, CommandList:focus {
            margin-top: 1; padding: 0; border: inner $plate; background: $plate;
            scrollbar-size-vertical: 1; scrollbar-background: $plate;
        }
        CommandList > .option-list--option {
            padding: 0 2; color: $foreground; text-style: none;
        }
        CommandList > .option-list--option-highlighted {
            color: $foreground; background: $plate-lit; text-style: bold;
        }
        LoadingIndicator { display: none; }
        &:ansi, &:nocolor {
            #--input, #--input.--list-visible, CommandList, CommandList:focus {
                border: round $line;
            }
            CommandList > .option-list--option-highlighted { text-style: reverse bold; }
        }
    }
    """
