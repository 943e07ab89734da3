import type {CodeBlock} from '../model.ts';
import {textOf, type XmlElement} from '../xml/node.ts';

/** A `pre` as code; the language by the class names that highlighters use. */
export function codeBlock(element: XmlElement, itemDepth: number | undefined): CodeBlock {
  const language = languageOf(element);
  return {
    type: 'code',
    text: textWithBreaks(element).replace(/^\n/, '').trimEnd(),
    ...(language === undefined ? {} : {language}),
    ...(itemDepth === undefined ? {} : {itemDepth}),
  };
}

function languageOf(element: XmlElement): string | undefined {
  const inner = element.children.find(child => typeof child !== 'string' && child.name === 'code');
  for (const each of [element, inner]) {
    if (!each || typeof each === 'string') continue;
    const found = /(?:language|lang|highlight|sourceCode|src)-([\w+#-]+)/.exec(each.attributes.class ?? '')?.[1];
    if (found) return found;
  }
  return undefined;
}

function textWithBreaks(element: XmlElement): string {
  let text = '';
  for (const child of element.children) {
    if (typeof child === 'string') text += child;
    else text += child.name === 'br' ? '\n' : textWithBreaks(child);
  }
  return text || textOf(element);
}
