"""Compiles the catalogues while a wheel is built, or odin is installed from its source."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface[Any]):
    """Puts `de.mo` beside `de.po`, for wheels and for `pip install -e .` alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        sys.path.insert(0, self.root)
        from odin_tui.languages.check.po_files import compile_all  # noqa: PLC0415

        compile_all(Path(self.root) / "odin_tui" / "languages")
