/** A word to the person. */
export function say(text: string): void {
  element('said').textContent = text;
}

export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}
