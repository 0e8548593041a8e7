// The page around a desk or a board: a terminal, drawn by xterm.js, at the browser's end of a WebSocket.
//
// The server sends what is drawn as binary messages, and ["letters", {times, columns, rows}] when the letters could be
// so many times as large. The page sends ["stdin", text], ["resize", {width, height}], ["focus"] and ["blur"].

import { FitAddon } from "./xterm/addon-fit.mjs";
import { Unicode11Addon } from "./xterm/addon-unicode11.mjs";
import { Terminal } from "./xterm/xterm.mjs";

const FONT = '"Terminal", monospace';
// A message may have 64 KB, and JSON writes a character in up to 12 bytes.
const CHARACTERS_A_MESSAGE = /[^]{1,4000}/gu;

const { served, loggedOut } = document.body.dataset;
const isBoard = served === "board";
// Who asks for a size of letters in the address has that one.
const askedSize = Number(new URLSearchParams(location.search).get("fontsize")) || 0;

// The smallest and the largest letters, in pixels.
function letterSizes() {
  if (askedSize) return [askedSize, askedSize];
  if (isBoard) return [Math.max(16, Math.floor(innerWidth / 80)), Math.max(20, Math.floor(innerWidth / 38))];
  return innerWidth < 600 ? [12, 12] : [16, 16];
}

// The terminal measures its letters when it opens, so they are loaded first.
await Promise.allSettled(["", "bold "].map((weight) => document.fonts.load(`${weight}16px ${FONT}`)));
const terminal = new Terminal({
  allowProposedApi: true, // how wide characters are
  drawBoldTextInBrightColors: false,
  fontFamily: FONT,
  fontSize: letterSizes()[0],
  scrollback: 0,
  theme: { background: "#0d1a15", foreground: "#e9eee9" },
});
const fitting = new FitAddon();
terminal.loadAddon(fitting);
terminal.loadAddon(new Unicode11Addon());
terminal.unicode.activeVersion = "11";
terminal.open(document.getElementById("terminal"));

function fitLetters(size) {
  const [smallest, largest] = letterSizes();
  terminal.options.fontSize = Math.max(smallest, Math.min(Math.floor(size), largest));
  fitting.fit();
}
fitLetters(letterSizes()[0]);

const address = new URL(`ws?width=${terminal.cols}&height=${terminal.rows}`, location.href);
address.protocol = address.protocol.replace("http", "ws");
const socket = new WebSocket(address);
socket.binaryType = "arraybuffer";

function send(...message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

const sendSize = () => send("resize", { width: terminal.cols, height: terminal.rows });
const sendFocus = () => send(document.activeElement === terminal.textarea ? "focus" : "blur");

terminal.onResize(sendSize);
terminal.onData((text) => text.match(CHARACTERS_A_MESSAGE).forEach((part) => send("stdin", part)));
terminal.textarea.addEventListener("focus", sendFocus);
terminal.textarea.addEventListener("blur", sendFocus);
window.addEventListener("resize", () => fitLetters(terminal.options.fontSize));

socket.addEventListener("open", () => {
  sendSize();
  sendFocus();
});
socket.addEventListener("message", ({ data }) => {
  if (typeof data === "string") {
    const [, { times, columns, rows }] = JSON.parse(data);
    // What the board says of another size of window than this one is out of date.
    if (columns === terminal.cols && rows === terminal.rows) fitLetters(terminal.options.fontSize * times);
  } else {
    document.getElementById("opening").hidden = true;
    terminal.write(new Uint8Array(data));
  }
});
socket.addEventListener("close", ({ code }) => {
  // The page in its place asks for the password, and says why.
  if (code === Number(loggedOut)) return location.reload();
  const ended = document.getElementById("ended");
  (ended.querySelector(`[data-code="${code}"]`) ?? ended.querySelector('[data-code=""]')).hidden = false;
  document.getElementById("opening").hidden = true;
  ended.hidden = false;
  const again = ended.querySelector("button");
  again.addEventListener("click", () => location.reload());
  again.focus();
});

// Ctrl+V pastes what is in the computer's clipboard, and what is copied (OSC 52) gets there; nobody reads it from there.
terminal.attachCustomKeyEventHandler(({ key, ctrlKey, altKey }) => !(ctrlKey && !altKey && key.toLowerCase() === "v"));
terminal.parser.registerOscHandler(52, (said) => {
  const [, copied] = said.split(";");
  const bytes = Uint8Array.from(copied === "?" ? "" : atob(copied), (byte) => byte.charCodeAt(0));
  if (bytes.length) navigator.clipboard?.writeText(new TextDecoder().decode(bytes)).catch(() => {});
  return true;
});

// A finger that moves is a wheel that turns where it was set down; one that does not is a click.
const screen = terminal.element.querySelector(".xterm-screen");
let start, last;
const where = ({ touches: [{ clientX, clientY }] }) => ({ clientX, clientY });
screen.addEventListener("touchstart", (event) => (start = last = where(event)), { passive: true });
screen.addEventListener(
  "touchmove",
  (event) => {
    event.preventDefault();
    const now = where(event);
    const [across, down] = [last.clientX - now.clientX, last.clientY - now.clientY];
    const moved = Math.abs(across) > Math.abs(down) ? across : down;
    if (Math.abs(moved) < 2 * terminal.options.fontSize) return;
    const turn = { deltaY: Math.sign(moved), deltaMode: WheelEvent.DOM_DELTA_LINE, bubbles: true, cancelable: true };
    screen.dispatchEvent(new WheelEvent("wheel", { ...start, ...turn }));
    last = now;
  },
  { passive: false },
);

// A board is not typed at, so that no phone need show its keyboard.
if (isBoard) terminal.textarea.inputMode = "none";
terminal.focus();
