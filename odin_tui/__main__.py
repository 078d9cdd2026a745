"""`python -m odin_tui` is `odin`."""

import sys

from odin_tui.main import main

if __name__ == "__main__":
    sys.exit(main())
