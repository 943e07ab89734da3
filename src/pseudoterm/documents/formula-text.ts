import {childNamed, childrenOf, textOf, type XmlElement} from './xml/node.ts';

/** A formula of MathML or of Office as a line of text: `x^2`, `a_1`, `(a + b)/c`, `√(x)`. */
export function formulaText(formula: XmlElement): string {
  return rowText(formula).replaceAll(/\s+/g, ' ').trim();
}

/** Names are alike in both but for the prefixes. */
function nodeText(element: XmlElement): string {
  const parts = childrenOf(element);
  const part = (at: number): string => (parts[at] ? rowText(parts[at]) : '');
  const named = (name: string): string => {
    const child = childNamed(element, `m:${name}`);
    return child ? rowText(child) : '';
  };
  switch (localName(element)) {
    case 'msup':
    case 'mover':
      return part(0) + raised(part(1));
    case 'msub':
    case 'munder':
      return part(0) + lowered(part(1));
    case 'msubsup':
    case 'munderover':
      return part(0) + lowered(part(1)) + raised(part(2));
    case 'mfrac':
      return `${whole(part(0))}/${whole(part(1))}`;
    case 'msqrt':
      return `√(${rowText(element)})`;
    case 'mroot':
      return `${raised(part(1))}√(${part(0)})`;
    case 'mfenced':
      return `(${parts.map(rowText).join(', ')})`;
    case 'sSup':
      return named('e') + raised(named('sup'));
    case 'sSub':
      return named('e') + lowered(named('sub'));
    case 'sSubSup':
      return named('e') + lowered(named('sub')) + raised(named('sup'));
    case 'f':
      return `${whole(named('num'))}/${whole(named('den'))}`;
    case 'rad':
      return `${raised(named('deg'))}√(${named('e')})`;
    case 'd':
      return delimited(element);
    case 'nary':
      return `${characterOf(element, 'naryPr', 'chr', '∫')}${lowered(named('sub'))}${raised(named('sup'))} ${named('e')}`;
    case 'limLow':
      return named('e') + lowered(named('lim'));
    case 'limUpp':
      return named('e') + raised(named('lim'));
    case 'mtr':
    case 'mr':
      return `[${parts.map(rowText).join(', ')}]`;
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'mo':
      return operator(textOf(element).trim());
    case 'mtext':
      return textOf(element);
    default:
      return isProperties(element) ? '' : rowText(element);
  }
}

function rowText(element: XmlElement): string {
  const parts = childrenOf(element);
  return parts.length === 0 ? textOf(element).trim() : parts.map(nodeText).join('');
}

function localName({name}: XmlElement): string {
  return name.slice(name.indexOf(':') + 1);
}

/** `m:rPr`, `m:sSupPr` and their kin say how it looks. */
function isProperties({name}: XmlElement): boolean {
  return /^[mw]:\w*Pr$/.test(name);
}

function delimited(element: XmlElement): string {
  const inner = childrenOf(element, 'm:e')
    .map(rowText)
    .join(characterOf(element, 'dPr', 'sepChr', '|'));
  return characterOf(element, 'dPr', 'begChr', '(') + inner + characterOf(element, 'dPr', 'endChr', ')');
}

function characterOf(element: XmlElement, properties: string, name: string, usual: string): string {
  return childNamed(childNamed(element, `m:${properties}`), `m:${name}`)?.attributes['m:val'] ?? usual;
}

function raised(text: string): string {
  return text.trim() === '' ? '' : `^${whole(text)}`;
}

function lowered(text: string): string {
  return text.trim() === '' ? '' : `_${whole(text)}`;
}

/** In parentheses when there is more than a name or a number. */
function whole(text: string): string {
  const inner = text.trim();
  return /^[\p{L}\p{M}\p{N}.,'′∞]*$/u.test(inner) ? inner : `(${inner})`;
}

function operator(sign: string): string {
  return /^[-+−=<>≤≥≠≈≡→⇒×·±∈∪∩]$/.test(sign) ? ` ${sign} ` : sign;
}
