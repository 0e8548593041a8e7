"use strict";
// The pages work without this: it spares reloading them, and brings what others have written.
(() => {
  const at = (id) => document.getElementById(id);
  const busy = () => {
    const say = at("say");
    const field = say && say.querySelector("#line");
    return say && (say.querySelector("[data-busy]") || (field && field.value !== field.defaultValue));
  };
  const put = (id, html) => {
    const place = at(id);
    if (!place) return;
    const focused = document.activeElement;
    const id_of = focused && place.contains(focused) && focused.id;
    place.innerHTML = html;
    if (id_of && at(id_of)) at(id_of).focus();
  };
  let working = false;
  const ask = async (url, options) => {
    if (working) return;
    working = true;
    try {
      const answer = await fetch(url, {...options, headers: {"X-Part": "1"}, redirect: "manual"});
      if (answer.type === "opaqueredirect" || answer.status === 401) {
        location.assign("/");
        return;
      }
      const html = await answer.text();
      put("say", html);
      if (options && answer.ok) next_row();
      const told = at("say").querySelector(":scope > .told");
      if (told && answer.ok) told.dataset.once = "yes";
      const heading = at("say").querySelector("h2");
      if (heading) {
        heading.focus();
        at("say").scrollIntoView({block: "nearest"});
      }
    } catch {
      // It stands until a tap is answered: that the stream is back says nothing of what was lost.
      tell("No answer. Nothing is lost: tap again. It is recorded once.");
    } finally {
      working = false;
    }
  };
  const tell = (text) => {
    let line = at("offline");
    if (!line) {
      line = document.createElement("p");
      line.id = "offline";
      line.className = "told";
      line.setAttribute("role", "alert");
      at("say").prepend(line);
    }
    line.textContent = text;
  };
  // Of several lines that are pasted each has its ruling first: when one is recorded, the next comes into the field.
  let rows = [], of = 0;
  const next_row = () => {
    const field = at("say").querySelector("#line");
    if (!rows.length || !field) return;
    field.value = rows.shift();
    const told = document.createElement("p");
    told.className = "rows";
    told.textContent = `${of - rows.length - 1} of ${of} lines recorded`;
    field.form.after(told);
  };
  document.addEventListener("paste", (event) => {
    const field = event.target;
    if (field.id !== "line") return;
    const pasted = event.clipboardData.getData("text").split(/[\r\n]+/).filter((row) => row.trim());
    if (pasted.length < 2) return;
    event.preventDefault();
    rows = [`${field.value} ${pasted[0]}`.trim(), ...pasted.slice(1)];
    of = rows.length;
    next_row();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-part]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    rows = [];
    ask(link.href);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-part]")) return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    if (form.method === "post") ask(form.action, {method: "POST", body: fields});
    else ask(form.action + "?" + fields);
  });

  // The stream: each event has the whole state, so that whoever slept needs only the last.
  const url = document.body.dataset.stream;
  if (!url || !window.EventSource) return;
  let stream, heard = 0, tried = 0;
  const open = () => {
    if (stream) stream.close();
    heard = 0;
    tried = Date.now();
    stream = new EventSource(url);
    stream.addEventListener("beat", () => { heard = Date.now(); });
    stream.addEventListener("enough", () => { stream.close(); heard = Infinity; });
    stream.addEventListener("gone", () => { stream.close(); location.assign("/"); });
    stream.addEventListener("now", (event) => {
      heard = Date.now();
      const parts = JSON.parse(event.data);
      for (const [id, html] of Object.entries(parts)) {
        if (id === "say" && busy()) continue;
        // What a tap was answered outlives what others write: that it was done, once; that it was not, until a tap.
        const told = id === "say" && at(id) && at(id).querySelector(":scope > .told:not([data-once=no])");
        put(id, html);
        if (!told) continue;
        if (told.dataset.once) told.dataset.once = "no";
        at(id).prepend(told);
      }
    });
  };
  open();
  // A clock counts down from what was left when it came. At its end the server says what comes next.
  const two = (number) => String(number).padStart(2, "0");
  setInterval(() => {
    for (const clock of document.querySelectorAll("[data-left]")) {
      clock.end ??= Date.now() + 1000 * clock.dataset.left;
      const left = Math.max(0, Math.ceil((clock.end - Date.now()) / 1000));
      const minutes = Math.floor(left / 60), hours = Math.floor(minutes / 60);
      const said = `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two(left % 60)}`;
      if (clock.textContent !== said) clock.textContent = said;
      if (!left && Date.now() - tried > 2500) open();
    }
  }, 250);
  // A phone that slept may have a stream that is dead without its knowing, and connections too.
  document.addEventListener("visibilitychange", () => { if (!document.hidden) open(); });
  setInterval(() => {
    const now = Date.now();
    if (!document.hidden && now - heard > 12000 && now - tried > 2500) open();
  }, 1000);
})();
