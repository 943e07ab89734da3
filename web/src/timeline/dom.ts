/** Makes an element with its attributes and what is in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function button(label: string, title: string, act: () => unknown): HTMLButtonElement {
  const made = make('button', {type: 'button', title, 'aria-label': title}, label);
  made.addEventListener('click', () => void act());
  return made;
}

/** Where the browser gives pages no clipboard, the old way. Rejects where neither is permitted. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = make('textarea', {readonly: ''});
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('not copied');
}
