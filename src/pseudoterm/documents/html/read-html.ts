import {decodeText} from '../decode-text.ts';
import type {Block} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {findAll, textOf, type XmlElement} from '../xml/node.ts';
import {htmlBlocks} from './blocks.ts';
import {parseHtml} from './parse-html.ts';

/** A web page without its scripts and navigation. */
export async function* readHtml(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const {text} = decodeText(context.bytes, declaredEncoding(context.bytes));
  const root = await parseHtml(text, context);
  readHtmlMetadata(root, context);
  yield* htmlBlocks(root, {
    context,
    link: href => (href.startsWith('#') ? undefined : href),
    notePrefix: '',
    noteLabels: new Map(),
  });
}

/** `<meta charset>` or its older form within the first 1024 bytes. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  return (
    /<meta[^>]*charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? /<\?xml[^>]*encoding=["']([\w-]+)/i.exec(head)?.[1]
  );
}

function readHtmlMetadata(root: XmlElement, context: ReadContext): void {
  const title = textOf(findAll(root, 'title')[0]).trim();
  if (title !== '') context.metadata.title = title.replaceAll(/\s+/g, ' ');
  const language = findAll(root, 'html')[0]?.attributes.lang;
  if (language) context.metadata.language = language;
  for (const {attributes} of findAll(root, 'meta')) {
    const field = metaNames[attributes.name?.toLowerCase() ?? ''];
    const value = attributes.content?.trim();
    if (field && value) context.metadata[field] = value;
  }
}

const metaNames: Readonly<Record<string, keyof ReadContext['metadata']>> = {
  author: 'author',
  description: 'subject',
  keywords: 'keywords',
  generator: 'producer',
  date: 'modified',
};
