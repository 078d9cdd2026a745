"use strict";
/* The table as a terminal: xterm.js, a row of buttons for the keys of now, notices and links. */

const FONT = '"DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono", "Droid Sans Mono", monospace';
const LARGEST = 16;
const SMALLEST = 6;
const READABLE = 9.5;
const WANTED = [80, 24];
const ENOUGH = [60, 20];
const MOST = [300, 100]; // the server paints no more

const element = (id) => document.getElementById(id);
const box = element("terminal");
const notice = element("notice");
const encoder = new TextEncoder();
const touch = matchMedia("(pointer: coarse)");
const FOCUS_REPORTS = ["\x1b[I", "\x1b[O"];
let reporting = true;
let invitation = "";

const term = new Terminal({
  fontFamily: FONT,
  fontSize: LARGEST,
  scrollback: 0,
  cursorBlink: false,
  cursorInactiveStyle: "none",
  macOptionIsMeta: true,
  altClickMovesCursor: false,
  theme: { background: "#0d1014", foreground: "#ece5d3" },
});
const fitting = new FitAddon.FitAddon();
term.loadAddon(fitting);
term.open(box);

/* -- size ---------------------------------------------------------------------------------- */

/* Tell whether so many cells fit in the present font. */
function fits([columns, rows]) {
  const size = fitting.proposeDimensions();
  return size !== undefined && size.cols >= columns && size.rows >= rows;
}

/* Take the largest font with which the wanted cells fit: on a phone 80 columns in landscape, and
   fewer in portrait, where 80 could not be read. */
function fit() {
  for (const [wanted, smallest] of [[WANTED, READABLE], [ENOUGH, SMALLEST]]) {
    let size = LARGEST;
    term.options.fontSize = size;
    while (!fits(wanted) && size > smallest) {
      size -= 0.5;
      term.options.fontSize = size;
    }
    if (fits(wanted)) break;
  }
  while (fits([MOST[0] + 1, 1]) || fits([1, MOST[1] + 1])) term.options.fontSize += 1;
  fitting.fit();
}

/* -- the session --------------------------------------------------------------------------- */

const connection = new Connection(() => ({ columns: term.cols, rows: term.rows }), {
  bytes: (bytes) => term.write(bytes),
  message: (message) => {
    if (message.type === "keys") showKeys(message);
    else if (message.type === "place") showPlace(message);
  },
  state: (state) => {
    document.body.dataset.state = state;
    if (state === "open") {
      hideNotice();
      term.reset();
    } else if (state === "lost") showNotice(words.lost);
    else if (notice.hidden) showNotice(words.connecting, { slim: true });
  },
  bye: (message) => {
    showKeys({ hints: [], typing: false });
    if (message.again) showNotice(message.text);
    else showNotice(message.text, { button: words.to_hall, press: () => enter([], "/") });
  },
});

function enter(sessionWords, path) {
  history.replaceState(null, "", path);
  hideNotice();
  term.focus();
  connection.open(sessionWords);
}

term.onData((text) => {
  if (reporting || !FOCUS_REPORTS.includes(text)) connection.send(encoder.encode(text));
});
term.onBinary((text) => connection.send(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
term.onResize(({ cols, rows }) => connection.tell({ type: "resize", columns: cols, rows }));
term.onTitleChange((title) => (document.title = title || words.game));

function showPlace(place) {
  invitation = place.invitation;
  element("invite").hidden = !invitation;
  element("text-page").href = place.path === "/" ? "/text" : `/text${place.path}`;
  if (location.pathname !== place.path) history.replaceState(null, "", place.path);
}

/* -- notices over the terminal ------------------------------------------------------------- */

function showNotice(text, { slim = false, button = "", press = null, link = "" } = {}) {
  element("notice-text").textContent = text;
  notice.classList.toggle("slim", slim);
  const field = element("notice-link");
  field.hidden = !link;
  field.value = link;
  const shown = element("notice-button");
  shown.hidden = !button;
  shown.textContent = button;
  shown.onclick = press;
  notice.hidden = false;
  if (link) field.select();
  else if (button) shown.focus();
}

function hideNotice() {
  notice.hidden = true;
}

/* -- keys as buttons ----------------------------------------------------------------------- */

function showKeys({ hints, typing }) {
  const groups = hints.map((hint) => {
    const group = document.createElement("div");
    group.className = "hint";
    hint.keys.forEach(({ key, name }, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.key = key;
      const cap = document.createElement("kbd");
      cap.textContent = name;
      button.append(cap);
      button.setAttribute("aria-label", `${name} ${hint.label}`);
      if (index === hint.keys.length - 1) button.append(hint.label);
      // The terminal keeps the focus, and with it the keyboard of a phone.
      button.onpointerdown = (event) => event.preventDefault();
      button.onclick = () => connection.tell({ type: "press", key });
      group.append(button);
    });
    return group;
  });
  element("keys").replaceChildren(...groups);
  if (touch.matches) useKeyboard(typing);
}

/* A phone shows its keyboard only while letters are typed, or when it is asked for. */
function useKeyboard(wanted) {
  term.textarea.inputMode = wanted ? "text" : "none";
  element("keyboard").setAttribute("aria-pressed", String(wanted));
}

element("keyboard").onclick = () => {
  const wanted = term.textarea.inputMode !== "text";
  useKeyboard(wanted);
  // A phone looks at the mode only when the field gets the focus. The app is not to notice: it
  // would take the focus from its own field meanwhile.
  reporting = false;
  term.blur();
  term.focus();
  reporting = true;
};

/* On a phone the rest is in a menu, to leave room for the keys. */
function openMenu(open) {
  element("more").setAttribute("aria-expanded", String(open));
}
element("more").onclick = () => openMenu(element("more").getAttribute("aria-expanded") !== "true");
element("menu").addEventListener("click", () => openMenu(false));
box.addEventListener("pointerdown", () => openMenu(false));

function followPointer() {
  document.body.classList.toggle("touch", touch.matches);
  useKeyboard(!touch.matches);
  fit();
}

/* -- invitations and notices of one's turn ------------------------------------------------- */

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

element("invite").onclick = async (event) => {
  const button = event.currentTarget;
  if (await copy(invitation)) {
    button.textContent = words.copied;
    setTimeout(() => (button.textContent = words.invite), 2000);
  } else {
    const press = () => {
      hideNotice();
      term.focus();
    };
    showNotice(words.copy_by_hand, { link: invitation, button: words.close, press });
  }
};

// What the app copies: OSC 52, only ever towards the clipboard.
term.parser.registerOscHandler(52, (data) => {
  const content = data.slice(data.indexOf(";") + 1);
  if (content && content !== "?") {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    copy(new TextDecoder().decode(bytes));
  }
  return true;
});

function tellTurn() {
  if (!("Notification" in window) || Notification.permission !== "granted" || !document.hidden) return;
  const shown = new Notification(words.game, { body: words.your_turn, tag: "turn" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
term.parser.registerOscHandler(9, () => {
  tellTurn();
  return true;
});
// The same notice in the words of other terminals.
term.parser.registerOscHandler(777, () => true);

function offerNotices() {
  const possible = "Notification" in window && isSecureContext;
  element("notify").hidden = !possible || Notification.permission !== "default";
}
element("notify").onclick = async () => {
  await Notification.requestPermission();
  offerNotices();
  term.focus();
};

let sound = null;
term.onBell(() => {
  // A browser lets a page sound only after somebody has used it.
  if (!navigator.userActivation?.hasBeenActive) return;
  sound ??= new AudioContext();
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.08, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.25);
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.25);
});

// A tab that is not looked at counts as a window without focus, so that notices are sent.
document.addEventListener("visibilitychange", () => {
  if (term.modes.sendFocusMode) connection.send(encoder.encode(document.hidden ? "\x1b[O" : "\x1b[I"));
});

/* -- begin --------------------------------------------------------------------------------- */

touch.addEventListener("change", followPointer);
new ResizeObserver(() => fit()).observe(box);
followPointer();
offerNotices();
enter(wordsOf(location.pathname), location.pathname);
