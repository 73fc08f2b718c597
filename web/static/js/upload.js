// Sends a backup in pieces: shows how far it is, and goes on by itself where it was after Wi-Fi that broke off.
// Who loads the page anew and chooses the same file goes on as well.

const AGAIN_MS = 3000;
const SILENT_MS = 40_000; // so long a piece may stand still
const LOOKING_MS = 120_000; // after so long it is asked again how far the box has looked through all
const MB = 1_000_000;

const form = document.getElementById("upload");
const chosen = form.querySelector("input[type=file]");
const button = form.querySelector("button");
const count = document.getElementById("upload-count");
const bar = document.getElementById("upload-bar");
const news = document.getElementById("upload-news");
const trouble = document.getElementById("upload-trouble");
let isSending = false;

class Refused extends Error {}

function words(key, shown = {}) {
  return form.dataset[key].replace(/\{(\w+)\}/g, (_, name) => shown[name]);
}

function tell(text) {
  if (news.textContent !== text) news.textContent = text;
}

function show(sent, all) {
  bar.value = sent / all;
  const text = words("sent", { sent: Math.floor(sent / MB), all: Math.ceil(all / MB) });
  if (count.textContent !== text) count.textContent = text;
}

function wait(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

// One piece; an empty one asks how much has come.
function post(file, at, body) {
  const mark = `${file.size.toString(16)}-${Math.max(0, file.lastModified).toString(16)}`;
  const isLast = at + body.byteLength === file.size;
  return new Promise((done, failed) => {
    const sent = new XMLHttpRequest();
    let timer = 0;
    const watch = (milliseconds) => {
      clearTimeout(timer);
      timer = setTimeout(() => sent.abort(), milliseconds);
    };
    sent.open("POST", `/backup/pieces?file=${mark}&size=${file.size}&at=${at}`);
    sent.setRequestHeader("Accept", "application/json");
    sent.setRequestHeader("Content-Type", "application/octet-stream");
    sent.setRequestHeader("X-CSRF-Token", form.elements.csrf.value);
    sent.upload.addEventListener("progress", (event) => {
      watch(SILENT_MS);
      show(at + event.loaded, file.size);
    });
    sent.upload.addEventListener("load", () => {
      watch(isLast ? LOOKING_MS : SILENT_MS);
      if (isLast) tell(words("looking"));
    });
    for (const ending of ["error", "abort"]) sent.addEventListener(ending, () => failed(new Error(ending)));
    sent.addEventListener("loadend", () => clearTimeout(timer));
    sent.addEventListener("load", () => done(sent));
    watch(SILENT_MS);
    sent.send(body);
  });
}

async function answered(file, at, body) {
  const sent = await post(file, at, body);
  if (sent.status === 429) throw new Error("hurried");
  let told = {};
  try {
    told = JSON.parse(sent.responseText);
  } catch {
    throw new Error("unanswered");
  }
  if (sent.status !== 200) throw new Refused(told.error);
  return told;
}

async function piece(file, at) {
  try {
    return await file.slice(at, at + Number(form.dataset.piece)).arrayBuffer();
  } catch {
    throw new Refused(words("unread"));
  }
}

async function send(file) {
  const largest = Number(form.dataset.largest);
  if (file.size > largest) {
    throw new Refused(words("large", { size: Math.ceil(file.size / MB), largest: Math.floor(largest / MB) }));
  }
  let have = null; // not known: asked for first, and after each break
  while (true) {
    const body = have === null ? new ArrayBuffer(0) : await piece(file, have);
    try {
      const told = await answered(file, have ?? 0, body);
      if (told.ready) return;
      have = told.have;
      tell("");
      show(have, file.size);
    } catch (error) {
      if (error instanceof Refused) throw error;
      have = null;
      tell(words("broken"));
      await wait(AGAIN_MS);
    }
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = chosen.files;
  if (isSending || !file) return;
  isSending = button.disabled = chosen.disabled = true;
  trouble.hidden = true;
  document.getElementById("upload-state").hidden = false;
  show(0, Math.max(1, file.size));
  try {
    await send(file);
    isSending = false;
    location.assign("/backup");
  } catch (error) {
    trouble.textContent = error.message;
    trouble.hidden = false;
    tell("");
    isSending = button.disabled = chosen.disabled = false;
  }
});

// Sending goes on only while the page is open.
window.addEventListener("beforeunload", (event) => {
  if (isSending) event.preventDefault();
});
