"use strict";
/* The text mode of a table, line by line, for screen readers and for anybody who likes lines. */

const MOST_LINES = 2000;
const log = document.getElementById("log");
const state = document.getElementById("state");
const line = document.getElementById("line");
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let rest = "";

function write(text, mine = false) {
  const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
  for (const part of text.split("\n")) {
    const shown = document.createElement("p");
    shown.textContent = part || "\u00a0";
    if (mine) shown.className = "mine";
    log.append(shown);
  }
  while (log.childElementCount > MOST_LINES) log.firstElementChild.remove();
  if (atEnd || mine) log.scrollTop = log.scrollHeight;
}

const connection = new Connection(() => ({ lines: true }), {
  bytes: (bytes) => {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = parts.pop();
    if (parts.length) write(parts.join("\n"));
  },
  message: (message) => {
    if (message.type === "place") {
      document.getElementById("terminal-page").href = message.path;
      history.replaceState(null, "", `/text${message.path === "/" ? "" : message.path}`);
    }
  },
  state: (name) => {
    document.body.dataset.state = name;
    if (name === "open") rest = "";
    state.textContent = { connecting: words.connecting, lost: words.lost, open: "" }[name];
  },
  bye: (message) => {
    write(message.text.trimEnd());
    if (message.again) return;
    state.textContent = "";
    document.getElementById("terminal-page").href = "/";
    history.replaceState(null, "", "/text");
  },
});

document.getElementById("form").onsubmit = (event) => {
  event.preventDefault();
  const text = line.value.trim();
  if (!text) return;
  line.value = "";
  write(words.you_wrote.replace("{text}", text), true);
  // After the end of a session, a line is the command with which the next one begins.
  if (connection.isEnded) connection.open(text.split(/\s+/));
  else connection.send(encoder.encode(`${text}\n`));
};

connection.open(wordsOf(location.pathname));
line.focus();
