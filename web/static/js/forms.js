// What Safari before 16.4 lacks of forms: the data of a form with those of its button, and sending it once more.

export function dataOf(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  return data;
}

// Sends a form again that has been stopped; it is heard as it was the first time.
export function sendAgain(form, button) {
  if (form.requestSubmit) {
    form.requestSubmit(button);
    return;
  }
  const event = Object.assign(new Event("submit", { bubbles: true, cancelable: true }), { submitter: button });
  if (!form.dispatchEvent(event)) return;
  const action = form.action;
  const sent = Object.assign(document.createElement("input"), { type: "hidden", name: button?.name ?? "", value: button?.value ?? "" });
  if (button?.hasAttribute("formaction")) form.action = button.formAction;
  form.append(sent);
  HTMLFormElement.prototype.submit.call(form);
  sent.remove();
  form.action = action;
}
