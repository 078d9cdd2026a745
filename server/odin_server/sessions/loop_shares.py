"""Shares of the event loop: when it is busy, whoever has used most of it waits for the others.

Accounts and addresses each have a budget of the loop's time. Who keeps within theirs is never held
up. Input of the others is taken in at once as long as the loop has time to spare; otherwise it
waits in line, and whoever has used least comes first.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from odin_server.metrics import Metrics
from odin_server.sessions.guards import Bucket
from odin_server.sessions.settings import HostSettings

PERCENT = 100.0
TURN_SECONDS = 0.01
"""Between two turns of those in line: so long it takes until what the last one did is charged."""
LOOK_AGAIN_SECONDS = 0.1
"""After so long it is looked again whose turn it is: somebody may have come who waits for less."""
SLACK_SECONDS = 0.1
"""So much more than its share the loop may work before it counts as busy."""
LONGEST_DEBT = 1.0
"""Seconds of work that the loop may be behind; more than any login takes."""
BEHIND_SECONDS = 0.15
"""From here on the loop is behind because of those within their budgets, not of those in line.

With 0.8, forty guests from twenty addresses made half of the others' keys wait 0.2 s; now 7 ms."""
DEARER_A_SECOND, CHEAPER_A_SECOND, HIGHEST_PRICE = 2.0, 0.8, 4.0
"""How fast the price of time rises and falls. At its limit an account has a key a second."""
LOGIN_SECONDS = 0.05
"""What a login is expected to take; what it takes beyond that is charged when it does."""
STRANGERS_PART = 0.5
"""Of what the loop may do without being busy: above it, logins of strangers wait in line.

Ten guests who came and went all the time made the others' slowest keys three times as slow."""
LEAST_PERCENT = 10.0
"""Of the loop's time for those in line, even if everybody else alone keeps it busy."""
MOST_DEBT = 1.0
"""Times the burst that somebody may owe, so that a flood is forgiven within seconds."""
SMALLEST_CHARGE = 0.0005
"""Seconds that are collected before they are charged: a key takes many short steps."""
GUESTS_START = 0.2
"""Of the burst a guest has at first; many who come together would keep the loop busy for long."""
FORGET_ABOVE = 1000
"""Accounts and addresses that are remembered before those without a debt are forgotten."""


class Later(Protocol):
    """What calls back after so many seconds."""

    def __call__(
        self, seconds: float, call: Callable[[], None], /
    ) -> asyncio.TimerHandle | None: ...


class Share:
    """The part of the loop's time that one client uses, by its account and by its address."""

    def __init__(self, shares: "LoopShares") -> None:
        self._shares = shares
        self._account = shares.account_budget("")
        self._address: Bucket | None = None
        self.is_logging_in = True
        """Until the first picture is sent, time has its lowest price: everybody needs so much."""
        self._expected = 0.0
        """Seconds that are charged, but not spent yet."""
        self._seconds = self._cpu = 0.0
        """What was spent, but is too little to be charged yet."""

    def came_from(self, network: str) -> None:
        """Charge this address, too."""
        self._address = self._shares.address_budget(network)

    def belongs_to(self, account: str) -> None:
        """Charge this account from now on, with all its other sessions."""
        self._account = self._shares.account_budget(account)

    def debts(self, now: float) -> tuple[float, float]:
        """Return the seconds until its address and its account are within their budgets."""
        address = 0.0 if self._address is None else self._address.debt(now)
        return address, self._account.debt(now)

    def expect(self, seconds: float) -> None:
        """Charge at once what something that begins now will take.

        It takes its time later, step by step. Until then as much again would be let in.
        """
        self._expected += seconds
        self._charge(seconds, seconds)

    def spend(self, seconds: float, cpu: float) -> None:
        """Count seconds of the loop, and the seconds of CPU that were used in them.

        Others wait for the first; a machine that is busy with something else makes them more.
        """
        self._seconds += seconds
        self._cpu += cpu
        if self._seconds < SMALLEST_CHARGE:
            return
        seconds, cpu = self._seconds, self._cpu
        self._seconds = self._cpu = 0.0
        charged = min(self._expected, cpu)
        self._expected -= charged
        self._charge(max(seconds - charged, 0.0), cpu - charged)

    def _charge(self, seconds: float, cpu: float) -> None:
        now = self._shares.now()
        if any(self.debts(now)):
            self._shares.in_line.owe(seconds, now)
        self._shares.everyone.owe(seconds, now)
        self._shares.before_strangers.owe(seconds, now)
        price = self._shares.price(now)
        dear = cpu if self.is_logging_in else cpu * price
        self._account.owe(dear, now)
        if self._address is not None:
            self._address.owe(dear, now)


class LoopShares:
    """The budgets of all accounts and addresses, and the line of those who are above theirs."""

    def __init__(
        self, settings: HostSettings, metrics: Metrics, now: Callable[[], float], later: Later
    ) -> None:
        self.now, self._later, self._metrics = now, later, metrics
        self.everyone = Bucket(0.0, 1.0, now())
        """What the loop may do without being busy."""
        self.in_line = Bucket(SLACK_SECONDS, LEAST_PERCENT / PERCENT, now(), most_debt=LONGEST_DEBT)
        """What those in line may do even if it is."""
        self.before_strangers = Bucket(0.0, 1.0, now())
        """What the loop may do before strangers wait who want to log in."""
        self._price, self._priced_at = 1.0, now()
        self._accounts: dict[str, Bucket] = {}
        self._addresses: dict[str, Bucket] = {}
        self._waiting: dict[Callable[[], None], tuple[bool, Share]] = {}
        """What is to be called, in line; logins of strangers are last."""
        self._turn_is_set = False
        self.change_settings(settings)

    def change_settings(self, settings: HostSettings) -> None:
        """Use other budgets; what was spent is forgotten, and whoever waits stays in line."""
        self._settings = settings
        rate = settings.loop_busy / PERCENT
        self.everyone = Bucket(SLACK_SECONDS, rate, self.now(), most_debt=LONGEST_DEBT)
        self.before_strangers = Bucket(
            SLACK_SECONDS, STRANGERS_PART * rate, self.now(), most_debt=LONGEST_DEBT
        )
        self._accounts.clear()
        self._addresses.clear()

    def account_budget(self, account: str) -> Bucket:
        """Return the budget of an account; one of its own for each guest, almost empty at first."""
        percent = self._settings.loop_per_account
        if account:
            return self._budget(self._accounts, account, percent)
        budget = self._new(percent)
        budget.owe((1.0 - GUESTS_START) * budget.burst, self.now())
        return budget

    def address_budget(self, network: str) -> Bucket:
        """Return the budget of an address."""
        return self._budget(self._addresses, network, self._settings.loop_per_address)

    def _budget(self, budgets: dict[str, Bucket], name: str, percent: float) -> Bucket:
        if len(budgets) > FORGET_ABOVE:
            now = self.now()
            for one in [one for one, budget in budgets.items() if budget.is_full(now)]:
                del budgets[one]
        return budgets.setdefault(name, self._new(percent))

    def _new(self, percent: float) -> Bucket:
        burst = self._settings.loop_burst
        return Bucket(burst, percent / PERCENT, self.now(), most_debt=MOST_DEBT * burst)

    def price(self, now: float) -> float:
        """Return how much is charged for a second of the loop.

        Many clients may keep the loop busy while each is within its budget. Then the price rises
        until those who use most are above theirs.
        """
        seconds, self._priced_at = now - self._priced_at, now
        behind = self.everyone.debt(now) > BEHIND_SECONDS
        change = DEARER_A_SECOND if behind else CHEAPER_A_SECOND
        self._price = min(max(self._price * change**seconds, 1.0), HIGHEST_PRICE)
        return self._price

    # -- whose turn it is ---------------------------------------------------------------------

    def may_go(self, share: Share) -> bool:
        """Tell whether input of this client is taken in at once."""
        return not any(share.debts(self.now())) or self._is_idle()

    def _is_idle(self, *, for_strangers: bool = False) -> bool:
        """Tell whether nobody is in line, and the loop has time to spare."""
        budget = self.before_strangers if for_strangers else self.everyone
        return not self._waiting and not budget.debt(self.now())

    def wait(self, share: Share, go: Callable[[], None], *, is_last: bool = False) -> None:
        """Have `go` called once, when it is the turn of this client, or after all others."""
        self._metrics.slowed.labels("share").inc()
        self._waiting[go] = is_last, share
        self._set_turn()

    def leave(self, go: Callable[[], None]) -> None:
        """Have something not called that waits for its turn."""
        self._waiting.pop(go, None)

    async def turn(self, share: Share, *, known: bool) -> None:
        """Return when a login of this client may go on.

        Somebody who is not known waits for a busy loop even within the budget.
        """
        if not self.may_go(share) or not (known or self._is_idle(for_strangers=True)):
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

            def go() -> None:
                if not turn.done():
                    turn.set_result(None)

            self.wait(share, go, is_last=not known)
            await turn
            if not any(share.debts(self.now())):
                # Those above a budget are counted as being in line when they are charged.
                self.in_line.owe(LOGIN_SECONDS, self.now())
        share.expect(LOGIN_SECONDS)

    def _set_turn(self) -> None:
        if self._waiting and not self._turn_is_set:
            self._turn_is_set = True
            wait = min(self._seconds_to_spare(), LOOK_AGAIN_SECONDS)
            self._later(max(TURN_SECONDS, wait), self._next)

    def _seconds_to_spare(self) -> float:
        """Return the seconds until somebody in line may go."""
        now = self.now()
        only_strangers = all(is_last for is_last, _ in self._waiting.values())
        budget = self.before_strangers if only_strangers else self.everyone
        return min(budget.debt(now), self.in_line.debt(now))

    def _next(self) -> None:
        self._turn_is_set = False
        now = self.now()
        try:
            if self._waiting and not self._seconds_to_spare():
                first = min(self._waiting, key=lambda go: self._rank(go, now))
                del self._waiting[first]
                first()
        finally:
            # Otherwise what goes wrong with one client would hold up all the others.
            self._set_turn()

    def _rank(self, go: Callable[[], None], now: float) -> tuple[bool, tuple[float, float]]:
        is_last, share = self._waiting[go]
        return is_last, share.debts(now)
