/** A stretch as a film, written by ffmpeg where that is installed. */
import {type ChildProcessByStdio, spawn} from 'node:child_process';
import {once} from 'node:events';
import type {Readable, Writable} from 'node:stream';
import {CottyError} from '../../core/index.ts';
import type {LogFootage} from '../timeline/log-footage.ts';
import {type DrawnFrame, type DrawOptions, drawFilm} from './draw-film.ts';

/** Pictures in a second. */
const RATE = 15;
/** Of what ffmpeg says. */
const MOST_SAID = 4000;

type Ffmpeg = ChildProcessByStdio<Writable, null, Readable>;

/**
 * Writes the file. Throws `not_supported` where there is no ffmpeg, or one that cannot write H.264, and `invalid_argument` with what it
 * says where it cannot write there.
 */
export async function writeMp4(footage: LogFootage, file: string, options: DrawOptions): Promise<void> {
  let ffmpeg: Ffmpeg | undefined;
  let said = '';
  let failure: unknown;
  let owedMs = 0;
  try {
    for await (const frame of drawFilm(footage, {...options, rate: RATE})) {
      if (!ffmpeg) {
        ffmpeg = await start(file, frame);
        // It ends early when something is wrong; that is told below.
        ffmpeg.stdin.on('error', error => {
          failure = error;
        });
        ffmpeg.stderr.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-MOST_SAID);
        });
      }
      const bytes = Buffer.from(frame.pixels.buffer, frame.pixels.byteOffset, frame.pixels.byteLength);
      for (owedMs += frame.shownMs; owedMs >= 1000 / RATE && !failure; owedMs -= 1000 / RATE)
        if (!ffmpeg.stdin.write(bytes))
          await Promise.race([once(ffmpeg.stdin, 'drain'), once(ffmpeg, 'close')]).catch(() => undefined);
      if (failure) break;
    }
  } catch (error) {
    ffmpeg?.kill();
    throw error;
  }
  if (!ffmpeg) return;
  ffmpeg.stdin.end();
  const exitCode = ffmpeg.exitCode ?? (await once(ffmpeg, 'close'))[0];
  if (exitCode !== 0) throw failed(file, said);
}

async function start(file: string, {width, height}: DrawnFrame): Promise<Ffmpeg> {
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
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...form, '-f', 'mp4', file], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  try {
    await once(ffmpeg, 'spawn');
    return ffmpeg;
  } catch (cause) {
    throw new CottyError(
      'not_supported',
      'There is no ffmpeg on this machine, which writes MP4.',
      'Install it (apt install ffmpeg, brew install ffmpeg); --gif and --html need nothing.',
      {cause},
    );
  }
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
