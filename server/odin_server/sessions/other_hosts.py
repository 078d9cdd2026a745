"""What the hosts of one hall tell each other of connections: who has come, and who must go."""

from typing import TYPE_CHECKING

from odin_server.hall import Hall
from odin_server.hall.bus import Message
from odin_server.hall.presence import Connected
from odin_server.sessions.guards import Counted

if TYPE_CHECKING:
    from odin_server.sessions.host import Host
    from odin_server.sessions.session import RemoteSession


class OtherHosts:
    """The other hosts of a hall, as far as connections are concerned.

    A limit on an address counts what it does at all hosts, a little later at the others.
    """

    def __init__(self, host: "Host", hall: Hall) -> None:
        self._host, self._hall = host, hall
        hall.on_message["kicked"] = self._kick
        hall.on_message["counted"] = self._count
        host.counts.tell = self._tell_counted
        host.counts.elsewhere = self._count_elsewhere

    def tell_arrived(self, session: "RemoteSession") -> None:
        """Tell of a session that has begun."""
        caller = session.caller
        if caller is not None:
            account = caller.account
            network = session.connection.network
            self._hall.presence.connect(
                caller.number,
                Connected(account.id, account.name, caller.key, caller.address, network),
            )

    def tell_left(self, number: int) -> None:
        """Tell of a session that has ended."""
        self._hall.presence.disconnect(number)

    def sessions(self) -> list[Connected]:
        """Return the sessions on other hosts."""
        return list(self._hall.presence.connected_elsewhere())

    def tell_kicked(self, account: str, text: str) -> None:
        """Have other hosts end all connections of an account."""
        self._hall.tell_hosts({"kind": "kicked", "account": account, "text": text})

    def _kick(self, message: Message) -> None:
        self._host.kick_here(message["account"], message["text"])

    def _count_elsewhere(self, network: str) -> int:
        return sum(other.network == network for other in self._hall.presence.connected_elsewhere())

    def _tell_counted(self, what: Counted, network: str) -> None:
        self._hall.tell_hosts({"kind": "counted", "what": what, "network": network})

    def _count(self, message: Message) -> None:
        self._host.counts.add(message["what"], message["network"], self._host.now())
