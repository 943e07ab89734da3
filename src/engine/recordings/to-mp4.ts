/** A stretch as a film, written by ffmpeg where that is installed. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rm, writeFile} from 'node:fs/promises';
import type {Writable} from 'node:stream';
import {CottyError} from '../../core/index.ts';
import type {LogFootage} from '../timeline/log-footage.ts';
import {type DrawnFrame, type DrawOptions, drawFilm} from './draw-film.ts';

/** Pictures in a second. */
const RATE = 15;
/** Of what ffmpeg says. */
const MOST_SAID = 4000;

interface Ffmpeg {
  readonly stdin: Writable;
  /** Its exit code, once it is gone. */
  readonly ended: Promise<number>;
  said(): string;
  kill(): void;
}

/**
 * Writes the file. Throws `not_supported` where there is no ffmpeg, or one that cannot write H.264, and `invalid_argument` with what it
 * says where it cannot write there.
 */
export async function writeMp4(footage: LogFootage, file: string, options: DrawOptions): Promise<void> {
  let ffmpeg: Ffmpeg | undefined;
  let owedMs = 0;
  try {
    for await (const frame of drawFilm(footage, {...options, rate: RATE})) {
      ffmpeg ??= await start(file, frame);
      const bytes = Buffer.from(frame.pixels.buffer, frame.pixels.byteOffset, frame.pixels.byteLength);
      owedMs += frame.shownMs;
      // It ends early when something is wrong; what it says is told below.
      for (; owedMs >= 1000 / RATE && ffmpeg.stdin.writable; owedMs -= 1000 / RATE) await write(ffmpeg, bytes);
      if (!ffmpeg.stdin.writable) break;
    }
  } catch (error) {
    ffmpeg?.kill();
    throw error;
  }
  if (!ffmpeg) return;
  ffmpeg.stdin.end();
  if ((await ffmpeg.ended) !== 0) throw failed(file, ffmpeg.said());
}

async function write({stdin, ended}: Ffmpeg, bytes: Buffer): Promise<void> {
  const taken = new Promise<void>(resolve => stdin.write(bytes, () => resolve()));
  await Promise.race([taken, ended]);
}

async function start(file: string, {width, height}: DrawnFrame): Promise<Ffmpeg> {
  // It would be readable for others otherwise.
  await writeFile(file, '', {mode: 0o600});
  const input = ['-f', 'rawvideo', '-pix_fmt', 'bgr0', '-s', `${width}x${height}`, '-r', String(RATE), '-i', '-'];
  // Most players want an even number of pixels each way, and colours at half the resolution.
  const form = [
    '-vf',
    'pad=ceil(iw/2)*2:ceil(ih/2)*2',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ];
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...form, '-f', 'mp4', file], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number>(resolve => child.once('close', code => resolve(code ?? 1)));
  try {
    await once(child, 'spawn');
  } catch (cause) {
    await rm(file, {force: true});
    throw new CottyError(
      'not_supported',
      'There is no ffmpeg on this machine, which writes MP4.',
      'Install it (apt install ffmpeg, brew install ffmpeg); --gif and --html need nothing.',
      {cause},
    );
  }
  return {stdin: child.stdin, ended, said: () => said, kill: () => child.kill()};
}

function failed(file: string, said: string): CottyError {
  const reason = said.trim().split('\n').at(-1) ?? '';
  if (/encoder/i.test(said))
    return new CottyError(
      'not_supported',
      `The ffmpeg of this machine cannot write H.264: ${reason}`,
      'Install one with libx264; --gif and --html need nothing.',
    );
  return new CottyError(
    'invalid_argument',
    `ffmpeg could not write ${file}: ${reason}`,
    'Name a file in a folder of yours.',
  );
}
