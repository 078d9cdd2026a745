"""What sessions in browsers cost beside sessions over SSH, at the same tables of one server.

    python benchmarks/web.py                       100 of each, about five minutes
    python benchmarks/web.py --sessions 20 --seconds 5 --hostile 4

One server process on loopback. Half of each table of four comes over SSH, half as our pages do:
a web socket with the same messages, without a browser around it. Measured: memory a session, the
time from a key to its frame and the server's CPU for a key, first of the one half, then of the
other, then of both; the players' times while pages attack; and, if Chromium is installed, the time
from a key to the painted page, and from an invitation link in a fresh browser to the first card.
"""

import argparse
import asyncio
import shutil
import statistics
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from ssh_people import begin, code_of, come, keys_with_names, open_table, rhythm
from ssh_processes import Server, server
from web_people import ATTACKS, Attack, PagePlayer, open_page, tokens_with_names

SEATS = 4
EVERY = 2.0
ATTACKERS = str(Path(__file__).with_name("web_people.py"))
AT_ONCE = 5
"""Tables that begin at the same time."""
METRICS_PORT = 9477
OPTIONS = (
    "--web", "--metrics", str(METRICS_PORT), "--set", "web-port=0",
    "--set", "seats-per-address=4000", "--set", "tables-per-address=4000",
)  # fmt: skip
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PAINTED = """async (keys) => {
  const times = [];
  for (let n = 0; n < keys; n++) {
    const painted = new Promise((done) => {
      const watching = term.onRender(() => {
        watching.dispose();
        requestAnimationFrame(done); // the next frame: this one is painted
      });
    });
    const start = performance.now();
    term.input(n % 2 ? "\\x1b[D" : "\\x1b[C");
    await painted;
    times.push((performance.now() - start) / 1000);
    await new Promise((done) => setTimeout(done, 100));
  }
  return times;
}"""

Times = tuple[list[float], int]


def spread(times: list[float]) -> str:
    """Write a distribution of milliseconds."""
    if len(times) < 2:
        return "too few keys"
    parts = statistics.quantiles(times, n=100)
    middle = statistics.median(times)
    return (
        f"p50 {1000 * middle:6.1f}  p95 {1000 * parts[94]:6.1f}  p99 {1000 * parts[98]:6.1f} ms"
        f"  ({len(times)} keys)"
    )


async def seat_ssh(host: Server, keys: list[Any]) -> tuple[list[Any], list[str]]:
    """Open tables over SSH, two at each, and give everyone and the codes."""
    players, codes = [], []
    for first, second in zip(keys[::2], keys[1::2], strict=True):
        player = await come(host.port, "x", "", first)
        await player.until(b"The hall")
        await open_table(player, SEATS)
        code = await code_of(player)
        friend = await come(host.port, "x", f"join {code}", second)
        await friend.until(b"host")
        players += [player, friend]
        codes.append(code)
    return players, codes


async def seat_pages(host: Server, tokens: list[str], codes: list[str]) -> list[PagePlayer]:
    """Let two pages join each table."""
    players = []
    for number, token in enumerate(tokens):
        page = await open_page(host.web_url, token, "join", codes[number // 2])
        await page.until(b"host")
        players.append(page)
    return players


async def cost_of_keys(host: Server, players: list[Any], seconds: float) -> tuple[Times, float]:
    """Let everybody press keys; give the times and the server's milliseconds of CPU for a key."""
    before = host.cpu()
    times = await rhythm(players, seconds, EVERY)
    pressed = len(players) * seconds / EVERY
    return times, 1000 * (host.cpu() - before) / pressed


async def measure(words: argparse.Namespace) -> None:
    """Run everything and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder), *OPTIONS) as host:
            count = words.sessions
            await warm_up(host)
            keys = await keys_with_names(host.port, count)
            tokens = await tokens_with_names(host.web_url, count)
            await asyncio.sleep(6)
            empty = host.memory()
            ssh, codes = await seat_ssh(host, keys)
            await asyncio.sleep(6)
            half = host.memory()
            pages = await seat_pages(host, tokens, codes)
            await asyncio.sleep(6)
            full = host.memory()
            print(f"{count} sessions over SSH and {count} as pages, {len(codes)} tables of {SEATS}")
            each = (
                f"ssh with tables {(half - empty) / count:.2f}, pages {(full - half) / count:.2f}"
            )
            print(f"  memory, before the first card   {each} MiB a session")
            for first in range(0, count, 2 * AT_ONCE):
                group = slice(first, first + 2 * AT_ONCE)
                await begin(ssh[group][::2], [*ssh[group], *pages[group]])
            await asyncio.sleep(6)
            playing = host.memory()
            each = f"{(playing - empty) / 2 / count:.2f}"
            print(f"  memory, playing                 {each} MiB a session")
            for name, players in (("ssh", ssh), ("pages", pages)):
                (times, _), cpu = await cost_of_keys(host, players, words.seconds)
                print(f"  {name:6} alone   {spread(times)}, {cpu:.2f} ms of CPU a key", flush=True)
            before = host.cpu()
            both = await asyncio.gather(
                rhythm(ssh, words.seconds, EVERY), rhythm(pages, words.seconds, EVERY)
            )
            load = (host.cpu() - before) / words.seconds
            for name, (times, _) in zip(("ssh", "pages"), both, strict=True):
                print(f"  {name:6} together {spread(times)}")
            print(f"  server at {100 * load:.0f} % of a core", flush=True)
            if shutil.which("chromium"):
                await in_chromium(host)
            if words.hostile:
                await be_hostile(host, [*ssh, *pages], words.hostile)
            await asyncio.gather(*(player.leave() for player in [*ssh, *pages]))


async def warm_up(host: Server) -> None:
    """Have a few sessions of each kind, for what is loaded or stored only once."""
    keys, tokens = await keys_with_names(host.port, 2), await tokens_with_names(host.web_url, 2)
    ssh, codes = await seat_ssh(host, keys)
    pages = await seat_pages(host, tokens, codes)
    await begin(ssh[:1], [*ssh, *pages])
    await rhythm([*ssh, *pages], 4.0, 0.5)
    await asyncio.gather(*(player.leave() for player in [*ssh, *pages]))


# -- hostile pages --------------------------------------------------------------------------------


async def be_hostile(host: Server, players: list[Any], seconds: float) -> None:
    """Attack in every way, one after the other, and print what the players notice."""
    print(f"  hostile pages, {seconds:.0f} s each; the players' keys beside it")
    for attack in ATTACKS:
        await everybody_else_gone(len(players))
        before = await refusals()
        (times, _), _ = await asyncio.gather(
            rhythm(players, seconds, EVERY), attack_from_outside(attack, host.web_url, seconds)
        )
        after = await refusals()
        told = ", ".join(
            f"{kind} {count - before.get(kind, 0):.0f}"
            for kind, count in after.items()
            if count > before.get(kind, 0)
        )
        print(f"    {attack.__name__:22} {spread(times)}  {told}", flush=True)


async def attack_from_outside(attack: Attack, url: str, seconds: float) -> None:
    """Attack from a process of its own, so that the players' process stays quick."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, ATTACKERS, attack.__name__, url, str(seconds)
    )
    await process.wait()


async def everybody_else_gone(players: int) -> None:
    """Wait until the server has noticed that the attackers are gone."""
    for _ in range(60):
        text = await asyncio.to_thread(_metrics)
        if f"\nodin_sessions {players:.1f}\n" in text:
            break
        await asyncio.sleep(0.5)
    await asyncio.sleep(1)


async def refusals() -> dict[str, float]:
    """Read what the server has refused, dropped and slowed down."""
    text = await asyncio.to_thread(_metrics)
    found = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        name, _, value = line.rpartition(" ")
        kind = name.partition('kind="')[2].rstrip('"}') if "refusals_total{" in name else name
        counted = ("dropped_total", "slowed_total", "skipped_total")
        if "refusals_total{" in name or name.endswith(counted):
            found[kind.removeprefix("odin_").removesuffix("_total")] = float(value)
    return found


def _metrics() -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{METRICS_PORT}/metrics") as answer:
        text: str = answer.read().decode()
        return text


# -- a real browser -------------------------------------------------------------------------------


async def in_chromium(host: Server) -> None:
    """Measure with a real page what a player waits for, while nobody else presses a key."""
    from playwright.async_api import async_playwright  # noqa: PLC0415 - only where it is installed

    (friend, another), (code,) = await seat_ssh(host, await keys_with_names(host.port, 2))
    third = await open_page(host.web_url, *await tokens_with_names(host.web_url, 1), "join", code)
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(FLAGS)
        )
        page = await (await browser.new_context()).new_page()
        start = time.perf_counter()
        await page.goto(f"{host.web_url}/t/{code}")
        await page.wait_for_function(_shows("Your name?"))
        asked = time.perf_counter() - start
        await page.keyboard.press("Enter")
        await page.wait_for_function(_shows("Everyone is here"))
        waiting = time.perf_counter() - start
        friend.chan.write(b"\r")
        await page.wait_for_function(_shows("[1]"))
        taken = time.perf_counter() - start
        print(f"  a link in a fresh browser: name question after {asked:.2f} s,", end="")
        print(
            f" at the table after {waiting:.2f} s, first card after {taken:.2f} s, one key pressed"
        )
        times = await page.evaluate(PAINTED, 60)
        print(f"  key to painted in Chromium      {spread(times)}", flush=True)
        await browser.close()
    await asyncio.gather(*(player.leave() for player in (friend, another, third)))


def _shows(words: str) -> str:
    return f"""() => {{
      if (typeof term === "undefined") return false;
      for (let y = 0; y < term.rows; y++)
        if (term.buffer.active.getLine(y).translateToString().includes({words!r})) return true;
      return false;
    }}"""


def main() -> None:
    """Read the words and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sessions", type=int, default=100, help="of each kind, an even number")
    parser.add_argument("--seconds", type=float, default=16.0, help="of each measurement")
    parser.add_argument(
        "--hostile", type=float, default=8.0, help="seconds of each attack; 0: none"
    )
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
