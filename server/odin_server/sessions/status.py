"""What a server that runs says of itself, as JSON can hold it; nothing in it is about a person."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prometheus_client import Counter

    from odin_server.hall import Hall
    from odin_server.sessions.host import Host

SUMS = ("sessions", "connections", "without_session", "moves", "crashes", "memory")
WORST = ("tables", "lag", "lag_worst", "reports", "now", "up")
"""Of several processes, these numbers are added, and of those the largest counts."""


def status_of(host: "Host", hall: "Hall") -> dict[str, Any]:
    """Return the numbers of one process; times are in seconds, counts since it was started."""
    metrics = host.metrics
    sample = metrics.registry.get_sample_value
    return {
        "version": host.version,
        "now": host.now(),
        "up": host.now() - host.since,
        "sessions": len(host.sessions),
        "connections": host.counts.connected.total(),
        "without_session": len(host.without_session()),
        "tables": hall.table_count,
        "moves": sample("odin_moves_total") or 0.0,
        "crashes": sample("odin_crashes_total") or 0.0,
        "memory": sample("odin_memory_bytes") or 0.0,
        "lag": metrics.last_lag,
        "lag_worst": max(metrics.recent_lag, default=0.0),
        "reports": host.accounts.reports.count_open(),
        "logins": _by_kind(metrics.logins),
        "refusals": _by_kind(metrics.refusals),
        "screens": {name: asdict(times) for name, times in metrics.screens.all().items()},
    }


def _by_kind(counter: "Counter") -> dict[str, float]:
    return {
        sample.labels["kind"]: sample.value
        for metric in counter.collect()
        for sample in metric.samples
        if sample.name.endswith("_total") and sample.value
    }


def merged(statuses: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the numbers of all processes of one host together."""
    first = statuses[0]
    both: dict[str, Any] = {"version": first["version"], "processes": len(statuses)}
    both |= {name: sum(one[name] for one in statuses) for name in SUMS}
    both |= {name: max(one[name] for one in statuses) for name in WORST}
    for name in ("logins", "refusals"):
        kinds = {kind for one in statuses for kind in one[name]}
        both[name] = {kind: sum(one[name].get(kind, 0.0) for one in statuses) for kind in kinds}
    both["screens"] = {}
    for one in statuses:
        for screen, times in one["screens"].items():
            known = both["screens"].setdefault(screen, {"frames": 0, "total": 0.0, "worst": 0.0})
            known["frames"] += times["frames"]
            known["total"] += times["total"]
            known["worst"] = max(known["worst"], times["worst"])
    return both
