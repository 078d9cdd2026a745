"""A recorded match, and which match of the hall it is, if it is known there."""

from dataclasses import dataclass

from odin_engine.record import Record
from odin_server.hall.views import FinishedMatch


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """What a replay shows; the match says who of its players is the reader."""

    record: Record
    match: FinishedMatch | None = None
