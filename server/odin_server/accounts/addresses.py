"""Network addresses and ranges, as bans and limits count them."""

import ipaddress

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

CUSTOMER = 64
"""The length of the prefix that one IPv6 customer owns."""


def parse_address(text: str) -> Address | None:
    """Read one address; None if it is none. IPv4 written as IPv6 is IPv4."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def parse_network(text: str) -> Network | None:
    """Read an address or a range such as 10.0.0.0/8; None if it is neither.

    One IPv6 address stands for its whole /64, because a customer has that many to change between.
    """
    if (address := parse_address(text.removeprefix("[").removesuffix("]"))) is not None:
        length = CUSTOMER if address.version == 6 else address.max_prefixlen
        return ipaddress.ip_network((address, length), strict=False)
    if "/" not in text:
        return None
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen >= 96:
        mapped = network.network_address.ipv4_mapped
        if mapped is not None:
            return ipaddress.ip_network((mapped, network.prefixlen - 96))
    return network


def format_network(network: Network) -> str:
    """Write a range; one IPv4 address without its length."""
    is_one = network.version == 4 and network.num_addresses == 1
    return str(network.network_address if is_one else network)


def is_inside(narrow: Network, wide: Network) -> bool:
    """Tell whether all of one range is in another."""
    return narrow.network_address in wide and wide.prefixlen <= narrow.prefixlen
