"""Moving a hall from one place to another: all its streams as lines of JSON, accounts included."""

from odin_server.transfer.lines import BadExport, Counts, ExportReader, StreamRecord, write_lines

__all__ = ["BadExport", "Counts", "ExportReader", "StreamRecord", "write_lines"]
