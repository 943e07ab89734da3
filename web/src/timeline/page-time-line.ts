/** The time line on the page: in place of the living terminal, until one goes back to it. */
import type {ITheme} from '@xterm/xterm';
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
}

export interface PageTimeLine {
  close(): void;
}

export async function openTimeLine(place: HTMLElement, options: PageTimeLineOptions): Promise<PageTimeLine> {
  const footage = await RemoteFootage.open(options.sessionId);
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
  await controls.player.seek(options.atMs ?? footage.facts.length_ms);
  controls.bar.element.focus();
  return {
    close: () => {
      controls.dispose();
      stage.dispose();
      place.replaceChildren();
    },
  };
}

/** A stretch is chosen by where one is: its beginning, its end, and then what it becomes. */
function exporting({player, bar, say}: Controls, sessionId: string): readonly Node[] {
  const {facts} = player.footage;
  let from = {ms: 0, at: facts.oldest};
  let to = {ms: facts.length_ms, at: facts.end};
  const show = (): void => {
    if (from.ms > to.ms) [from, to] = [to, from];
    bar.showPart(from.ms, to.ms);
  };
  const format = make('select', {title: 'export this stretch', 'aria-label': 'export this stretch'});
  format.add(new Option('export …', ''));
  for (const [value, words] of FORMATS) format.add(new Option(words, value));
  format.addEventListener('change', () => {
    const query = new URLSearchParams({
      session: sessionId,
      format: format.value,
      from: String(from.at),
      to: String(to.at),
    });
    // Not by going there: another step of the page would take that back.
    if (format.value !== '') make('a', {href: `/timeline/export?${query}`, download: ''}).click();
    format.value = '';
  });
  return [
    button('[', 'the stretch to export begins here', () => {
      from = {ms: player.positionMs, at: player.at};
      show();
      say('The stretch to export begins here.');
    }),
    button(']', 'the stretch to export ends here', () => {
      to = {ms: player.positionMs, at: player.at};
      show();
      say('The stretch to export ends here.');
    }),
    format,
  ];
}

const FORMATS = [
  ['cast', 'asciicast'],
  ['html', 'page with player'],
  ['gif', 'GIF'],
] as const;
