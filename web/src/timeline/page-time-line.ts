/** The time line on the page: in place of the living terminal, until one goes back to it. */
import type {ITheme} from '@xterm/xterm';
import type {Place} from '../../../src/timeline/index.ts';
import {keyed} from '../page-key.ts';
import {Controls} from './controls.ts';
import {button, make} from './dom.ts';
import {RemoteFootage} from './remote-footage.ts';
import {TerminalStage} from './terminal-stage.ts';

export interface PageTimeLineOptions {
  readonly sessionId: string;
  readonly theme: ITheme;
  /** Undefined begins at the end, which is the present. */
  readonly atMs?: number | undefined;
  readonly onClose: () => void;
  /** Ends it, also while it is still on its way. */
  readonly signal: AbortSignal;
}

/** Resolves when the first screen is there; rejects when it is ended before anything of it is. */
export async function openTimeLine(place: HTMLElement, options: PageTimeLineOptions): Promise<void> {
  const {signal} = options;
  const footage = await RemoteFootage.open(options.sessionId, signal);
  signal.throwIfAborted();
  const stagePlace = make('div', {class: 'stage'});
  place.replaceChildren(stagePlace);
  const stage = new TerminalStage(stagePlace, options.theme);
  const linkTo = (atMs: number): string =>
    `/?${new URLSearchParams({session: options.sessionId, at_ms: String(Math.round(atMs))})}`;
  const controls = new Controls(footage, stage, {
    linkTo,
    onClose: options.onClose,
    extras: made => [
      ...exporting(made, options.sessionId),
      button('live', 'back to the present (Escape)', options.onClose),
    ],
  });
  place.append(controls.element);
  const close = (): void => {
    controls.dispose();
    stage.dispose();
    place.replaceChildren();
  };
  signal.addEventListener('abort', close, {once: true});
  // At once: later it would take the keyboard from who has begun to search.
  controls.bar.element.focus();
  await controls.player.seek(options.atMs ?? footage.facts.length_ms);
}

/** A stretch is chosen by where one is: its beginning, its end, and then what it becomes. */
function exporting(controls: Controls, sessionId: string): readonly Node[] {
  const {player, bar} = controls;
  const {facts} = player.footage;
  let from: Place = {atMs: 0, at: facts.oldest};
  let to: Place = {atMs: facts.length_ms, at: facts.end};
  const show = (): void => {
    if (from.atMs > to.atMs) [from, to] = [to, from];
    bar.showPart(from.atMs, to.atMs);
  };
  /** A jump may be on its way: the place is that where it arrives. */
  const mark = async (words: string, set: (place: Place) => void): Promise<void> => {
    set(await player.settled());
    show();
    controls.say(words);
  };
  const format = make('select', {title: 'export this stretch', 'aria-label': 'export this stretch'});
  format.add(new Option('export …', ''));
  for (const [value, words] of FORMATS) format.add(new Option(words, value));
  const download = async (chosen: string): Promise<void> => {
    // What was marked before is known then.
    await player.settled();
    const query = new URLSearchParams({
      session: sessionId,
      format: chosen,
      from: String(from.at),
      to: String(to.at),
    });
    // Not by going there: another step of the page would take that back.
    make('a', {href: keyed(`/timeline/export?${query}`), download: ''}).click();
  };
  format.addEventListener('change', () => {
    if (format.value !== '') void download(format.value);
    format.value = '';
  });
  return [
    button('[', 'the stretch to export begins here', () => {
      void mark('The stretch to export begins here.', place => {
        from = place;
      });
    }),
    button(']', 'the stretch to export ends here', () => {
      void mark('The stretch to export ends here.', place => {
        to = place;
      });
    }),
    format,
  ];
}

const FORMATS = [
  ['cast', 'asciicast'],
  ['html', 'page with player'],
  ['gif', 'GIF'],
] as const;
