"""What the hosts of one hall have in common besides its log."""

from dataclasses import dataclass, field

from odin_server.hall.bus import Bus, NoBus
from odin_server.hall.leases import EveryLease, Leases


@dataclass(frozen=True, slots=True)
class Cluster:
    """The way to the other hosts, and who drives which table; by default there are none."""

    bus: Bus = field(default_factory=NoBus)
    leases: Leases = field(default_factory=EveryLease)
