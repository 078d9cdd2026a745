"""The SSH server: its connections and sessions, and who may log in."""

import asyncio
import socket
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import asyncssh
from asyncssh import compression
from asyncssh.kex import get_kex_algs

from odin_server.notices import Notice
from odin_server.sessions.app_setup import prepare_process
from odin_server.sessions.host import Host
from odin_server.sessions.listening import BACKLOG, listen
from odin_server.sessions.proxies import is_proxy, networks
from odin_server.sessions.settings import HostSettings
from odin_server.ssh.asyncssh_internals import replace_decompressor
from odin_server.ssh.connection import SMALLEST_RSA, Connection

VERSION = "odin"
LARGEST_PACKET = 262_144


class SshServer:
    """An SSH server whose sessions are Textual apps in this process."""

    def __init__(self, host: Host) -> None:
        """Raise `BadProxy` if the settings name a proxy that is no address."""
        self.host = host
        self._acceptors: list[asyncssh.SSHAcceptor] = []
        self._proxies = networks("proxies", host.settings.proxies)

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._acceptors[0].get_port()) if self._acceptors else 0

    async def open(self, key: asyncssh.SSHKey, sockets: Sequence[socket.socket] = ()) -> None:
        """Start to accept on these sockets, or on those of the settings; raises `PortTaken`."""
        prepare_process()
        _one_helping_thread()
        replace_decompressor(b"zlib@openssh.com", BoundedInflate)
        settings = self.host.settings
        for sock in sockets or listen(settings.address, settings.port):
            self._acceptors.append(await self._accept(key, sock))
        self.host.ssh_port = self.port

    async def _accept(self, key: asyncssh.SSHKey, sock: socket.socket) -> asyncssh.SSHAcceptor:
        settings = self.host.settings
        return await asyncssh.listen(
            sock=sock,
            server_factory=lambda: Connection(self),
            server_host_keys=[key],
            config=None,
            server_version=VERSION,
            line_editor=False,
            encoding=None,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            password_auth=False,
            host_based_auth=False,
            gss_kex=False,
            gss_auth=False,
            gss_host=None,
            login_timeout=settings.login_timeout,
            keepalive_interval=settings.keepalive,
            keepalive_count_max=settings.keepalive_count,
            tcp_keepalive=True,
            kex_algs=[name for name in KEX if name.encode() in get_kex_algs()],
            encryption_algs=CIPHERS,
            mac_algs=MACS,
            compression_algs=["none", "zlib@openssh.com"],
            window=65_536,
            max_pktsize=16_384,
            backlog=BACKLOG,
        )

    def change_settings(self, settings: HostSettings) -> None:
        """Use other settings for new connections; address and port stay."""
        self.host.change_settings(settings)
        for acceptor in self._acceptors:
            acceptor.update(
                login_timeout=settings.login_timeout,
                keepalive_interval=settings.keepalive,
                keepalive_count_max=settings.keepalive_count,
            )

    def is_proxy(self, address: str) -> bool:
        """Tell whether a connection from this address is that of a proxy."""
        return is_proxy(address, self._proxies)

    def check_key(self, key: asyncssh.SSHKey, fingerprint: str, network: str) -> Notice | None:
        """Return why this key may not come in, or None."""
        if refusal := self.host.check_fingerprint(fingerprint, network):
            return refusal
        size = getattr(getattr(key, "pyca_key", None), "key_size", SMALLEST_RSA)
        if key.get_algorithm() == "ssh-rsa" and size < SMALLEST_RSA:
            return Notice("rsa-key-too-short", bits=size)
        return None

    async def close(self, reason: Notice) -> None:
        """Stop listening, and end all sessions of the host with the reason."""
        self.stop_accepting()
        await self.host.close(reason)
        for acceptor in self._acceptors:
            await acceptor.wait_closed()

    def stop_accepting(self) -> None:
        """Let no further connection in; those there are go on."""
        for acceptor in self._acceptors:
            acceptor.close()


KEX = [
    "curve25519-sha256", "curve25519-sha256@libssh.org", "mlkem768x25519-sha256",
    "sntrup761x25519-sha512@openssh.com", "sntrup761x25519-sha512",
]  # fmt: skip
"""The client's order decides which is used. Ours starts with the one that small clients guess."""
CIPHERS = [
    "chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com",
    "aes256-ctr", "aes128-ctr",
]  # fmt: skip
MACS = ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"]


class BoundedInflate(compression.Decompressor):
    """Decompresses at most one packet: a few bytes must not become a hundred megabytes."""

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        try:
            plain = self._inflate.decompress(data, LARGEST_PACKET)
        except zlib.error:
            return None
        return None if self._inflate.unconsumed_tail else plain


def _one_helping_thread() -> None:
    """Limit the loop's thread pool to one thread.

    Asyncssh works its options out anew for every login, in a thread of the loop's pool; Python
    would begin more of them while logins overlap, up to a number that depends on the machine.
    """
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1, "logins"))
