"""A player of Odin in forty lines: it reads views, and plays the most cards it can.

Play against bots at home:    python docs/examples/player.py odin play --json --seats 3
Or at a table of a host:      python docs/examples/player.py ssh -T -p 2222 host json quick
"""

import json
import subprocess
import sys


def shed(move: str) -> int:
    """Count the cards a move gets rid of: B9B5+R8 lays two and takes one."""
    if move == "pass":
        return 0
    cards, _, taken = move.partition("+")
    return len(cards) // 2 - (1 if taken else 0)


def choose(view: dict) -> str:
    """Choose the move that sheds the most; of equals, the one whose first card is lowest."""
    return max(view["moves"], key=lambda move: (shed(move), move == "pass", -ord(move[1])))


def main(command: list[str]) -> int:
    """Talk to a table, one JSON object a line, until the match is over."""
    table = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line in table.stdout:
        told = json.loads(line)
        if told["type"] == "error":
            print("refused:", told["message"], file=sys.stderr)
        if told["type"] == "view" and told["my_turn"]:
            print(
                json.dumps({"move": choose(told), "turn": told["turn"]}),
                file=table.stdin,
                flush=True,
            )
        if told["type"] == "view" and told["outcome"]:
            print(json.dumps(told["outcome"]))
            table.stdin.close()
            break
    return table.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
