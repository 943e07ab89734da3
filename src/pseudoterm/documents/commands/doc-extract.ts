import {type BuiltinOutcome, defineBuiltin, type JsonObject} from '../../command.ts';
import {outFlags} from '../../commands/deliver-text.ts';
import {decodeText} from '../decode-text.ts';
import {type Extraction, extractDocument} from '../extract-document.ts';
import {parsePageRange} from '../page-range.ts';
import {documentFlags, documentResources, type LoadedDocument, loadDocument, stemOf} from './load-document.ts';

export const docExtract = defineBuiltin({
  name: 'doc extract',
  summary: 'text of a document as Markdown, plain text or JSON',
  details:
    'Headings, lists, tables, links and notes are kept as Markdown. A comment such as <!-- page 3 --> stands where a page, slide, sheet or chapter begins. Without --out the text becomes an artifact, and a short one is printed too.',
  flags: {
    ...documentFlags,
    ...outFlags,
    mode: {type: 'choice', choices: ['md', 'text', 'json'], default: 'md', about: 'what to make of it'},
    pages: {type: 'string', value: 'RANGE', about: 'only these pages, slides, sheets or chapters, e.g. 1-3,7'},
    'max-chars': {type: 'int', min: 1, max: 100_000_000, about: 'keep no more characters than this'},
  },
  examples: ['doc extract --in report.pdf --out report.md', 'doc extract --in deck.pptx --mode text --pages 1-3'],
  capabilities: ['read', 'write'],
  resourceLimits: documentResources,
  audit: {resultFields: ['status', 'format', 'extracted_chars', 'truncated', 'out']},
  async run({flags, files, artifacts, limits, signal}): Promise<BuiltinOutcome> {
    const pages = flags.pages === undefined ? undefined : parsePageRange(flags.pages);
    const document = await loadDocument(flags.in, flags.format, {files, limits});
    const {mode} = flags;
    const extraction = await extract(document, {mode, pages, maxChars: flags['max-chars'], signal});
    const result = resultOf(extraction, document);
    const summary = summaryOf(extraction, document, flags.in);
    const warnings = extraction.warnings.map(warning => `warning: ${warning}\n`).join('');
    if (flags.out !== undefined) {
      const {path, sizeBytes} = await files.write(flags.out, extraction.text, {overwrite: flags.overwrite});
      return {stdout: `${summary} → ${path}\n${warnings}`, result: {...result, out: path, out_bytes: sizeBytes}};
    }
    const kind = artifactKinds[mode];
    const artifact = await artifacts.add({
      name: `${stemOf(flags.in)}.${kind.extension}`,
      mime: kind.mime,
      description: `text of ${flags.in}`,
      content: extraction.text,
    });
    return {
      stdout: `${summary}\n${warnings}${preview(extraction.text, artifact.path)}`,
      result: {...result, artifact: artifact.path},
    };
  },
});

const artifactKinds = {
  md: {extension: 'md', mime: 'text/markdown'},
  text: {extension: 'txt', mime: 'text/plain'},
  json: {extension: 'json', mime: 'application/json'},
} as const;

/** Markdown from Markdown is the file itself. */
async function extract(
  document: LoadedDocument,
  options: Omit<Parameters<typeof extractDocument>[1], 'format' | 'limits'>,
): Promise<Extraction> {
  const {bytes, format, limits} = document;
  if (format !== 'md' || options.mode !== 'md') return extractDocument(bytes, {...options, format, limits});
  const {text: whole} = decodeText(bytes);
  const text = whole.slice(0, options.maxChars ?? whole.length);
  const truncated = text.length < whole.length;
  return {text, truncated, extractedChars: text.length, anchors: [], parts: [], warnings: [], metadata: {}};
}

function resultOf(extraction: Extraction, {format}: LoadedDocument): JsonObject {
  const {anchors, parts, warnings, metadata, extractedChars, truncated} = extraction;
  return {
    status: 'ok',
    format,
    extracted_chars: extractedChars,
    truncated,
    pages: parts.length,
    warnings,
    metadata: {...metadata},
    anchors: anchors.slice(0, mostAnchors).map(anchor => ({...anchor})),
    ...(anchors.length > mostAnchors ? {anchors_omitted: anchors.length - mostAnchors} : {}),
  };
}

const mostAnchors = 200;

function summaryOf({parts, extractedChars, truncated}: Extraction, {format}: LoadedDocument, path: string): string {
  const [first] = parts;
  const of = first ? ` of ${parts.length} ${first.kind}${parts.length === 1 ? '' : 's'}` : '';
  return `${path} (${format})${of}: ${extractedChars} characters${truncated ? ', cut at --max-chars' : ''}`;
}

function preview(text: string, artifact: string): string {
  if (text.length <= printedChars) return `\n${text}${/(^|\n)$/.test(text) ? '' : '\n'}`;
  return `\n${text.slice(0, printedChars)}\n… the whole text is in ${artifact}\n`;
}

const printedChars = 8000;
