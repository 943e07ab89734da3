/** The player in a page that brings its recording with it. */
import {FileFootage, type RecordingFile} from '../../src/timeline/index.ts';
import {themeNames, xtermTheme} from './theme.ts';
import {Controls} from './timeline/controls.ts';
import {make} from './timeline/dom.ts';
import {TerminalStage} from './timeline/terminal-stage.ts';

void play();

async function play(): Promise<void> {
  const main = document.getElementById('player');
  const packed = document.getElementById('recording')?.textContent ?? '';
  if (!main) return;
  try {
    const footage = new FileFootage(await unpack(packed));
    const place = make('div', {class: 'stage'});
    main.replaceChildren(place);
    const stage = new TerminalStage(place, xtermTheme(themeNames[0] ?? 'dark'));
    const controls = new Controls(footage, stage, {linkTo: atMs => `#t=${(atMs / 1000).toFixed(1)}`});
    main.append(controls.element);
    await controls.player.seek(startOf(location.hash));
    window.addEventListener('hashchange', () => void controls.player.seek(startOf(location.hash)));
  } catch (error) {
    main.textContent = `This recording cannot be played: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Milliseconds, of `#t=SECONDS`. */
function startOf(hash: string): number {
  return Number(/^#t=(\d+(?:\.\d+)?)$/.exec(hash)?.[1] ?? 0) * 1000;
}

async function unpack(base64: string): Promise<RecordingFile> {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  return JSON.parse(text);
}
