import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {promisify} from 'node:util';
import {gunzip} from 'node:zlib';
import {PseudoError} from '../../pseudo-error.ts';
import {ocrInstallCommand} from './ocr-packages.ts';

export type OcrLanguage = 'eng' | 'chi_sim';

export interface Recognition {
  readonly text: string;
  /** Mean confidence of the words, 0 to 100. */
  readonly confidence: number;
}

/** A recogniser for one set of languages. It holds some tens of megabytes until it is disposed of. */
export interface Recogniser extends Disposable {
  /** Throws `CommandFailed` for a picture that cannot be read. */
  recognise(image: Uint8Array): Recognition;
}

/** The parts of the Emscripten module that are used here. */
interface TesseractModule {
  readonly FS: {writeFile(path: string, content: Uint8Array): void; unlink(path: string): void};
  readonly TessBaseAPI: new () => TesseractApi;
  destroy(object: unknown): void;
}

interface TesseractApi {
  Init(path: null, languages: string, engine: number): number;
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  GetUTF8Text(): string;
  MeanTextConf(): number;
  End(): void;
}

/**
 * Tesseract compiled to WebAssembly, on this very thread: the usual package around it starts worker threads, which a
 * restricted process may not. Program and language data come from npm packages, beside ours or in the `node_modules` of the
 * folder `packages`; nothing is fetched. Throws `NotSupported`, with the command that installs them, where they are missing.
 */
export async function openRecogniser(languages: readonly OcrLanguage[], packages?: string): Promise<Recogniser> {
  const locate = (file: string): string => findInPackages(file, packages);
  const program = locate('tesseract.js-core/tesseract-core-simd-lstm.js');
  const start: (options: object) => Promise<TesseractModule> = require(program);
  const module = await start({
    wasmBinary: await readFile(locate('tesseract.js-core/tesseract-core-simd-lstm.wasm')),
    print: () => {},
    printErr: () => {},
    TesseractProgress: () => {},
  });
  for (const language of languages) {
    const packed = locate(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`);
    module.FS.writeFile(`${language}.traineddata`, await unpack(await readFile(packed)));
  }
  const api = new module.TessBaseAPI();
  if (api.Init(null, languages.join('+'), lstmOnly) !== 0)
    throw new PseudoError('CommandFailed', `The language data for ${languages.join(' and ')} cannot be used.`);
  let isOpen = true;
  return {
    recognise: image => recognise(image, module, api),
    [Symbol.dispose]() {
      if (!isOpen) return;
      isOpen = false;
      api.End();
      module.destroy(api);
    },
  };
}

const require = createRequire(import.meta.url);

function findInPackages(file: string, packages: string | undefined): string {
  let cause: unknown;
  // Each for itself: one may have a `node_modules` above it that this process may not read.
  for (const folder of [import.meta.dirname, ...(packages === undefined ? [] : [packages])]) {
    try {
      return require.resolve(file, {paths: [folder]});
    } catch (error) {
      cause = error;
    }
  }
  const install = ocrInstallCommand(packages);
  const message = `Recognising text needs packages that are not installed. This installs them: ${install}`;
  throw new PseudoError('NotSupported', message, {platform: 'any', install}, {cause});
}

/** `OEM_LSTM_ONLY`: the data in use has no other engine. */
const lstmOnly = 1;

const unpack = promisify(gunzip);

/** As it is, else turned: what is read sideways or upside down is little and unsure. */
function recognise(image: Uint8Array, module: TesseractModule, api: TesseractApi): Recognition {
  module.FS.writeFile('/input', image);
  try {
    let best = recogniseTurned(upright, api);
    for (const turn of otherTurns) {
      if (best.confidence >= SURE || best.text === '') break;
      const turned = recogniseTurned(turn, api);
      if (turned.confidence > best.confidence) best = turned;
    }
    return best;
  } finally {
    module.FS.unlink('/input');
  }
}

/** Orientations as cameras note them (Exif 2.32, tag 0x0112): to the right, to the left, upside down. */
const upright = 1;
const otherTurns = [6, 8, 3];
/** Mean confidence of print that stands upright is higher, also when it is worn. */
const SURE = 60;

function recogniseTurned(orientation: number, api: TesseractApi): Recognition {
  if (api.SetImageFile(orientation, 0) !== 0)
    throw new PseudoError('CommandFailed', 'The picture is damaged or of a kind that cannot be read.');
  api.Recognize(null);
  return {text: tidy(api.GetUTF8Text()), confidence: api.MeanTextConf()};
}

/** The recogniser puts a blank between any two Chinese characters. */
function tidy(text: string): string {
  return text
    .replaceAll(/(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
