// What the box refuses, with a link: the first mention of a rule's number leads to the rule's place.

export function fill(line, { error = "", rule = "", rule_url: url = "" }) {
  line.replaceChildren(error);
  if (!rule || !url) return;
  const at = error.search(new RegExp(`\\b${rule}\\b`));
  const link = document.createElement("a");
  link.className = "rule";
  link.href = url;
  link.textContent = rule;
  if (at < 0) line.replaceChildren(`${error} `, link);
  else line.replaceChildren(error.slice(0, at), link, error.slice(at + rule.length));
}
