import {Parser} from 'htmlparser2';
import {damaged} from '../failures.ts';
import {limitExceeded} from '../limits.ts';
import type {ReadContext} from '../read-context.ts';
import {canonicalName, enterScope, type PrefixScope} from './namespaces.ts';
import type {XmlElement, XmlNode} from './node.ts';

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  readonly scope: PrefixScope;
}

export interface Surrounding {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** One piece of a document that is read element by element. */
export interface XmlUnit {
  readonly element: XmlElement;
  /** The elements around it, outermost first; the same objects for all units inside of them. */
  readonly within: readonly Surrounding[];
}

/**
 * Reads XML piece by piece: each element named in `units` comes whole, the rest passes by, so memory is bounded by one
 * piece. Doctypes, external and declared entities and processing instructions are never acted on: only the five entities
 * of XML and character numbers are known, so no file and no expansion can come in through one.
 */
export async function* xmlUnits(
  bytes: Uint8Array,
  units: ReadonlySet<string>,
  context: ReadContext,
): AsyncGenerator<XmlUnit, void, undefined> {
  const collector = new UnitCollector(units, context);
  const parser = new Parser(collector, {xmlMode: true, decodeEntities: true});
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
    parser.write(decoder.decode(bytes.subarray(at, at + chunkBytes), {stream: true}));
    yield* collector.take();
    await context.breathe();
  }
  parser.end(decoder.decode());
  yield* collector.take();
  if (!collector.sawElement) throw damaged(context.format, 'a part that should be XML is something else');
}

/** The whole file as one tree, its root element. */
export async function parseXml(bytes: Uint8Array, context: ReadContext): Promise<XmlElement> {
  const root: Set<string> = new Set();
  for await (const {element} of xmlUnits(bytes, root, context)) return element;
  throw damaged(context.format, 'a part that should be XML is something else');
}

/** An empty set of unit names takes the root element. */
class UnitCollector {
  sawElement = false;
  readonly #units: ReadonlySet<string>;
  readonly #context: ReadContext;
  readonly #open: OpenElement[] = [];
  readonly #within: Surrounding[] = [];
  readonly #scopes: PrefixScope[] = [new Map()];
  #ready: XmlUnit[] = [];
  #elements = 0;

  constructor(units: ReadonlySet<string>, context: ReadContext) {
    this.#units = units;
    this.#context = context;
  }

  take(): XmlUnit[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  onopentag(written: string, given: Readonly<Record<string, string>>): void {
    this.sawElement = true;
    const scope = enterScope(this.#scopes.at(-1) ?? new Map(), given);
    this.#scopes.push(scope);
    const {limits} = this.#context;
    if (this.#scopes.length > limits.depth)
      throw limitExceeded(`Elements are nested ${this.#scopes.length} deep`, limits.depth, 'levels');
    const name = canonicalName(written, scope);
    const isCollected = this.#open.length > 0 || this.#units.has(name) || this.#units.size === 0;
    if (!isCollected) {
      this.#within.push({name, attributes: canonicalAttributes(given, scope)});
      return;
    }
    if (++this.#elements > limits.elements)
      throw limitExceeded('One part has too many elements', limits.elements, 'elements');
    this.#open.push({name, attributes: canonicalAttributes(given, scope), children: [], scope});
  }

  ontext(text: string): void {
    this.#open.at(-1)?.children.push(text);
  }

  onclosetag(): void {
    this.#scopes.pop();
    const closed = this.#open.pop();
    if (!closed) {
      this.#within.pop();
      return;
    }
    const parent = this.#open.at(-1);
    if (parent) {
      parent.children.push(closed);
      return;
    }
    this.#elements = 0;
    this.#ready.push({element: closed, within: [...this.#within]});
  }
}

function canonicalAttributes(
  given: Readonly<Record<string, string>>,
  scope: PrefixScope,
): Readonly<Record<string, string>> {
  let renamed: Record<string, string> | undefined;
  for (const name in given) {
    if (!name.includes(':')) continue;
    const canonical = canonicalName(name, scope);
    if (canonical === name) continue;
    renamed ??= {...given};
    renamed[canonical] = given[name] ?? '';
  }
  return renamed ?? given;
}

/** Byte order mark, then the declaration; office files have UTF-8 or UTF-16. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /^<\?xml[^>]*encoding=["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}

const chunkBytes = 64 * 1024;
