/** An element of XML or HTML: its name with the canonical prefix, its attributes, what it holds. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** The first child element of that name. */
export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (!element) return undefined;
  for (const child of element.children) if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

/** Follows names downwards, first child each. */
export function descend(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  let at = element;
  for (const name of names) at = childNamed(at, name);
  return at;
}

/** All child elements, or those of that name. */
export function childrenOf(element: XmlElement, name?: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of element.children)
    if (typeof child !== 'string' && (name === undefined || child.name === name)) found.push(child);
  return found;
}

/** Elements of that name at any depth, in document order; does not look inside of a found one. */
export function findAll(element: XmlElement, name: string, found: XmlElement[] = []): XmlElement[] {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.name === name) found.push(child);
    else findAll(child, name, found);
  }
  return found;
}

/** All text inside, as it stands. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return '';
  let text = '';
  for (const child of element.children) text += typeof child === 'string' ? child : textOf(child);
  return text;
}
