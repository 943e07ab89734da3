import {Parser} from 'htmlparser2';
import {limitExceeded} from '../limits.ts';
import type {ReadContext} from '../read-context.ts';
import type {XmlElement, XmlNode} from '../xml/node.ts';

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
}

/** HTML or XHTML as a tree; scripts, styles and templates are dropped while parsing, nothing is ever loaded or run. */
export async function parseHtml(text: string, context: ReadContext): Promise<XmlElement> {
  const tree = new TreeBuilder(context);
  const parser = new Parser(tree, {decodeEntities: true, recognizeSelfClosing: true, lowerCaseTags: true});
  for (let at = 0; at < text.length; at += chunkChars) {
    parser.write(text.slice(at, at + chunkChars));
    await context.breathe();
  }
  parser.end();
  return tree.root;
}

class TreeBuilder {
  readonly root: OpenElement = {name: '#root', attributes: {}, children: []};
  readonly #open: OpenElement[] = [this.root];
  readonly #context: ReadContext;
  #elements = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const {limits} = this.#context;
    if (++this.#elements > limits.elements)
      throw limitExceeded('The page has too many elements', limits.elements, 'elements');
    if (this.#open.length > limits.depth * 2)
      throw limitExceeded(`Elements are nested ${this.#open.length} deep`, limits.depth * 2, 'levels');
    this.#open.push({name, attributes, children: []});
  }

  ontext(text: string): void {
    this.#open.at(-1)?.children.push(text);
  }

  onclosetag(): void {
    if (this.#open.length < 2) return;
    const closed = this.#open.pop();
    if (closed && !droppedElements.has(closed.name)) this.#open.at(-1)?.children.push(closed);
  }
}

const droppedElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'canvas',
  'audio',
  'video',
  'select',
  'svg',
]);

const chunkChars = 64 * 1024;
