"""Texts that lie beside the code of a package."""

from pkgutil import get_data


def read_data(package: str, path: str) -> str:
    """Return the text of a file of a package; raise `OSError` if there is none.

    `importlib.resources` would do the same, and loads the modules for archives at every start.
    """
    data = get_data(package, path)
    if data is None:
        raise FileNotFoundError(path)
    return data.decode()
