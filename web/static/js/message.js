// What the eye has to say below its line; no line ends within the name of an option, such as "--camera".

export function showMessage(text) {
  const line = document.getElementById("eye-message");
  line.hidden = !text;
  line.replaceChildren(...text.split(/(--[\w-]+)/).map((part) => (part.startsWith("--") ? unbroken(part) : part)));
}

function unbroken(name) {
  const whole = document.createElement("span");
  whole.className = "unbroken";
  whole.textContent = name;
  return whole;
}
