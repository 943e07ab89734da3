import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {makeCmap} from './east-asian-cmaps.ts';

/** What pdf.js asks for while it reads (its `BinaryDataFactory`): East Asian CMaps and the decoders of pictures. */
export class PdfData {
  /** With `cMapPacked: false` the text of a CMap is wanted. Rejects for what there is not: fonts. */
  async fetch({kind, filename}: {readonly kind: string; readonly filename: string}): Promise<Uint8Array> {
    const cmap = kind === 'cMapUrl' ? makeCmap(filename) : undefined;
    if (cmap !== undefined) return new TextEncoder().encode(cmap);
    const decoder = kind === 'wasmUrl' ? decoders[filename] : undefined;
    if (decoder) return new Uint8Array(await readFile(fileURLToPath(decoder)));
    throw new Error(`There is no ${filename}.`);
  }
}

/** WebAssembly for pictures as scanners pack them: CCITT fax and JBIG2; JPEG 2000. */
const decoders: Readonly<Record<string, URL>> = {
  'jbig2.wasm': new URL('../../../../node_modules/pdfjs-dist/wasm/jbig2.wasm', import.meta.url),
  'openjpeg.wasm': new URL('../../../../node_modules/pdfjs-dist/wasm/openjpeg.wasm', import.meta.url),
};
