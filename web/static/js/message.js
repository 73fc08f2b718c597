// How the eye is, and below it what it has to say; no line ends within the name of an option, such as "--camera".

export function showEye({ state, text, message }) {
  const line = document.getElementById("eye");
  line.dataset.state = state;
  line.querySelector("span").textContent = text;
  const below = document.getElementById("eye-message");
  below.hidden = !message;
  below.replaceChildren(...message.split(/(--[\w-]+)/).map((part) => (part.startsWith("--") ? unbroken(part) : part)));
}

function unbroken(name) {
  const whole = document.createElement("span");
  whole.className = "unbroken";
  whole.textContent = name;
  return whole;
}
