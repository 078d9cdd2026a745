"use strict";
/* The connection to the hall: one web socket, opened again whenever it is lost.
   Binary frames are bytes of the session; text frames are messages as JSON. */

const words = JSON.parse(document.querySelector('meta[name="words"]').content);

class Connection {
  static #delays = [250, 500, 1000, 2000, 4000, 8000, 15000];
  static #patience = 4000; // milliseconds in which a live line answers
  static #sleep = 15000; // a timer that is so late has slept

  #socket = null;
  #tries = 0;
  #retry = 0;
  #answer = 0;
  #ended = true;
  #attempt = 0;

  /* `hello` returns what the session is to be; `on` has bytes, message, state and bye. */
  constructor(hello, on) {
    this.hello = hello;
    this.on = on;
    this.words = [];
    addEventListener("online", () => this.check());
    addEventListener("pageshow", () => this.check());
    addEventListener("focus", () => this.check());
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
    let before = Date.now();
    setInterval(() => {
      if (Date.now() - before > Connection.#sleep) this.check();
      before = Date.now();
    }, 5000);
  }

  get isOpen() {
    return this.#socket !== null && this.#socket.readyState === WebSocket.OPEN;
  }

  get isEnded() {
    return this.#ended;
  }

  /* Begin a session with the words of a command. */
  async open(sessionWords) {
    this.words = sessionWords;
    this.#ended = false;
    this.#tries = 0;
    await this.#connect();
  }

  async #connect() {
    clearTimeout(this.#retry);
    this.#retry = 0;
    this.#drop();
    const attempt = ++this.#attempt;
    this.on.state("connecting");
    try {
      // The cookie is set here and not with the page: a link from another site comes without it,
      // and the page would replace it.
      await fetch("/identity", { headers: { "X-Odin": "1" }, cache: "no-store" });
    } catch {
      if (attempt === this.#attempt) this.#lost();
      return;
    }
    if (attempt !== this.#attempt) return; // another attempt has begun meanwhile
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.on.state("open");
      socket.send(JSON.stringify({ type: "hello", words: this.words, ...this.hello() }));
    };
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#received(event.data);
    };
    socket.onclose = () => {
      if (this.#socket === socket && !this.#ended) this.#lost();
    };
  }

  #received(data) {
    clearTimeout(this.#answer);
    this.#answer = 0;
    if (typeof data !== "string") {
      this.#tries = 0;
      this.on.bytes(new Uint8Array(data));
      return;
    }
    const message = JSON.parse(data);
    if (message.type === "bye") {
      this.#ended = !message.again;
      this.on.bye(message);
      if (message.again) this.#lost();
      else this.#drop();
    } else if (message.type === "place") {
      this.words = message.words;
      this.on.message(message);
    } else if (message.type === "language") {
      speak(message.words);
    } else {
      this.on.message(message);
    }
  }

  #lost() {
    this.#drop();
    this.on.state("lost");
    const delays = Connection.#delays;
    const delay = delays[Math.min(this.#tries, delays.length - 1)];
    this.#tries += 1;
    // Not everybody at the same moment after a restart.
    this.#retry = setTimeout(() => this.#connect(), delay * (0.75 + Math.random() / 2));
  }

  #drop() {
    clearTimeout(this.#answer);
    this.#answer = 0;
    const socket = this.#socket;
    this.#socket = null;
    if (socket !== null) socket.close();
  }

  /* Find out whether the line is alive, after sleep or in another network. */
  check() {
    if (this.#ended) return;
    if (!this.isOpen) {
      if (this.#socket === null && this.#retry) this.#connect();
      return;
    }
    if (this.#answer) return;
    this.tell({ type: "ping" });
    this.#answer = setTimeout(() => this.#lost(), Connection.#patience);
  }

  send(bytes) {
    if (this.isOpen) this.#socket.send(bytes);
  }

  tell(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }
}

/* Say everything in the language of the session, which may be another than the browser's. */
function speak(said) {
  Object.assign(words, said);
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.direction;
  for (const node of document.querySelectorAll("[data-says]")) {
    for (const part of node.dataset.says.split(" ")) {
      const [where, name] = part.split(":");
      if (where === "text") node.textContent = words[name];
      else node.setAttribute(where, words[name]);
    }
  }
}

/* The words that a page's own address asks for: /t/CODE, /w/CODE or /r/ID. */
function wordsOf(path) {
  const verbs = { t: "join", w: "watch", r: "replay" };
  const parts = path.split("/").filter(Boolean);
  if (parts[0] === "text") parts.shift();
  return parts.length === 2 && parts[0] in verbs ? [verbs[parts[0]], decodeURIComponent(parts[1])] : [];
}
