"""What a server that runs answers to `odin admin`."""

from collections.abc import Mapping
from typing import Any

from odin_engine.game import Refusal
from odin_server.hall import Hall
from odin_server.sessions.host import Host
from odin_server.sessions.status import status_of
from odin_tui.account_moderation import Moderator
from odin_tui.languages import LANGUAGES, translations_for
from odin_tui.messages import refusal_text
from odin_tui.moderation import Moderation
from odin_tui.table_list import table_facts


class ControlAnswers:
    """Answers the questions of `odin admin`, in its language."""

    def __init__(self, host: Host, hall: Hall) -> None:
        self._host, self._hall = host, hall

    async def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the answer to a question; what is not understood is refused."""
        match request:
            case {"ask": "moderate", "words": [str(verb), *words]} if _are_texts(words):
                return await self._moderate(verb, words, str(request.get("language", "")))
            case {"ask": "status"}:
                return status_of(self._host, self._hall)
            case {"ask": "who"}:
                return {"people": self._people()}
            case {"ask": "tables"}:
                tables = [table_facts(table) for table in self._hall.all_tables()]
                return {"tables": tables, "unreadable": {}}
        return {"refused": "?"}

    async def _moderate(self, verb: str, words: list[str], language: str) -> Mapping[str, Any]:
        tr = translations_for(language if language in LANGUAGES else "en")
        moderation = Moderation(self._host, self._hall, Moderator(), tr)
        try:
            return {"text": await moderation.run(verb, words)}
        except Refusal as refusal:
            return {"refused": refusal_text(refusal, tr)}

    def _people(self) -> list[dict[str, str]]:
        here = [
            {"name": caller.account.name, "key": caller.key, "address": caller.address}
            for session in self._host.sessions.values()
            if (caller := session.caller) is not None
        ]
        elsewhere = [
            {"name": other.name, "key": other.key, "address": other.address}
            for other in self._host.sessions_elsewhere()
        ]
        return here + elsewhere


def _are_texts(words: list[Any]) -> bool:
    return all(isinstance(word, str) for word in words)
