import {defineBuiltin} from '../../command.ts';
import {outFlags} from '../../commands/deliver-text.ts';
import type {OcrLanguage} from '../ocr/tesseract.ts';
import {parsePageRange} from '../page-range.ts';
import {documentResources, stemOf} from './load-document.ts';

export const docOcr = defineBuiltin({
  name: 'doc ocr',
  summary: 'printed text of a picture or a scanned PDF',
  details:
    'Reads PNG, JPEG, BMP, GIF, WebP and the pages of a PDF as they look, turned upright. Works offline; Tesseract runs in this process. Its packages are not installed with cotty: where they are missing, the answer names the command that brings them.',
  flags: {
    in: {type: 'path', required: true, about: 'the picture or PDF'},
    ...outFlags,
    lang: {
      type: 'choice',
      choices: ['auto', 'eng', 'chi_sim', 'chi_sim+eng'],
      default: 'auto',
      about: 'language of the text; auto guesses it page by page',
    },
    pages: {type: 'string', value: 'RANGE', about: 'only these pages of a PDF, e.g. 1-3'},
  },
  examples: ['doc ocr --in scan.png', 'doc ocr --in scan.pdf --lang chi_sim+eng --out scan.md'],
  capabilities: ['read', 'write'],
  resourceLimits: {...documentResources, timeMs: 180_000},
  async run({flags, files, artifacts, packages, signal}) {
    const {recogniseDocument} = await import('../ocr/recognise-document.ts');
    const pages = flags.pages === undefined ? undefined : parsePageRange(flags.pages);
    const languages = languagesOf[flags.lang];
    const found = await recogniseDocument(await files.read(flags.in), {languages, pages, packages, signal});
    const isSingle = found.length === 1;
    const text = `${found.map(({page, text: own}) => (isSingle ? own : `<!-- page ${page} -->\n\n${own}`)).join('\n\n')}\n`;
    const letters = found.reduce((sum, page) => sum + page.text.length, 0);
    const weighed = found.reduce((sum, page) => sum + page.confidence * page.text.length, 0);
    const confidence = letters === 0 ? 0 : Math.round(weighed / letters);
    const uncertain =
      flags.lang === 'auto'
        ? 'Much of the text is uncertain: the picture is poor, or its language is none of those that --lang knows.'
        : `Much of the text is uncertain: the picture is poor, or another --lang than ${flags.lang} fits better.`;
    const warnings = letters === 0 ? ['No text was found.'] : confidence < 60 ? [uncertain] : [];
    const result = {
      status: 'ok',
      extracted_chars: letters === 0 ? 0 : text.length,
      confidence,
      pages: found.length,
      warnings,
    };
    const doubts = warnings.map(warning => `\n${warning}`).join('');
    const summary = `${flags.in}: ${result.extracted_chars} characters, confidence ${confidence} of 100${doubts}`;
    if (flags.out !== undefined) {
      const {path, sizeBytes} = await files.write(flags.out, text, {overwrite: flags.overwrite});
      return {stdout: `${summary} → ${path}\n`, result: {...result, out: path, out_bytes: sizeBytes}};
    }
    const name = `${stemOf(flags.in)}.md`;
    const description = `recognised text of ${flags.in}`;
    const artifact = await artifacts.add({name, mime: 'text/markdown', description, content: text});
    return {stdout: `${summary}\n\n${text}`, result: {...result, artifact: artifact.path}};
  },
});

const languagesOf: {
  readonly [Name in 'auto' | 'eng' | 'chi_sim' | 'chi_sim+eng']: readonly OcrLanguage[] | undefined;
} = {
  auto: undefined,
  eng: ['eng'],
  chi_sim: ['chi_sim'],
  'chi_sim+eng': ['chi_sim', 'eng'],
};
