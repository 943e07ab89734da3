/** One question to the person, with all that it is about and the buttons that answer it. */
import {button, make} from './timeline/dom.ts';
import {type Span, visibleLine} from './visible-line.ts';

export interface ApprovalRow {
  readonly approval_id: string;
  readonly state: string;
  readonly level: string;
  readonly command: string | null;
  readonly commands: readonly (readonly (string | null)[])[];
  readonly reasons: readonly (Partial<Span> & {readonly message: string})[];
  readonly agent: string;
  /** Null for a call that is about none. */
  readonly session_id: string | null;
  readonly cwd: string | null;
  readonly read_by: string;
  readonly may_last: boolean;
  readonly expires_at_ms: number;
  readonly answered_by?: string;
  readonly channel?: string;
}

export type AnswerName = 'deny' | 'once' | 'session' | 'always';

export interface ApprovalItemHandlers {
  onAnswer(id: string, answer: AnswerName): void;
  /** The person wants to see where it would run. */
  onLook(sessionId: string): void;
}

/** So long after it has come into sight it takes no answer: what was pressed then was meant for something else. */
const SETTLE_MS = 800;

/** By the key that gives each answer. */
export const answerKeys: Readonly<Record<string, AnswerName>> = {d: 'deny', o: 'once', s: 'session', a: 'always'};

const LABELS: Readonly<Record<AnswerName, readonly [label: string, title: string]>> = {
  deny: ['Deny', 'it does not run'],
  once: ['Run once', 'exactly this line, when the agent asks again'],
  session: ['This session', 'also what differs in files of the same folder only, until the session ends'],
  always: ['Always', 'writes a rule for exactly this command into config.toml'],
};

export class ApprovalItem {
  readonly element: HTMLElement;
  readonly row: ApprovalRow;
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #onAnswer: ApprovalItemHandlers['onAnswer'];
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(row: ApprovalRow, {onAnswer, onLook}: ApprovalItemHandlers) {
    this.row = row;
    this.#onAnswer = onAnswer;
    const names = Object.entries(answerKeys).filter(([, name]) => row.may_last || name === 'deny' || name === 'once');
    this.#buttons = names.map(([key, name]) => this.#button(key, name));
    this.element = make(
      'li',
      {tabindex: '-1', 'aria-label': `${row.agent} asks: ${row.command ?? 'a line that nobody knows'}`},
      make(
        'p',
        {class: 'who'},
        make('b', {}, text(row.agent)),
        ' wants to run',
        make('span', {class: `level ${row.level}`}, row.level),
      ),
      ...lineOf(row),
      ...commandsOf(row),
      make(
        'ul',
        {class: 'reasons'},
        ...[...new Set(row.reasons.map(({message}) => message))].map(message => make('li', {}, text(message))),
      ),
      make('dl', {}, ...factsOf(row)),
      make(
        'div',
        {class: 'answers'},
        ...this.#buttons,
        ...(row.session_id === null ? [] : [lookAt(row.session_id, onLook)]),
      ),
    );
    this.element.dataset.id = row.approval_id;
    this.settle();
  }

  /** It has just come into sight, or to the person's hand: it takes no answer for a moment. */
  settle(): void {
    for (const each of this.#buttons) each.disabled = true;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      for (const each of this.#buttons) each.disabled = false;
    }, SETTLE_MS);
  }

  /** What a key says; nothing while it takes no answer, and for one that is not offered. */
  answer(name: AnswerName): void {
    this.#buttons.find(each => each.dataset.answer === name)?.click();
  }

  #button(key: string, name: AnswerName): HTMLButtonElement {
    const [label, title] = LABELS[name];
    const made = button(label, title, () => {
      for (const each of this.#buttons) each.disabled = true;
      this.#onAnswer(this.row.approval_id, name);
    });
    made.append(' ', make('kbd', {}, key));
    made.dataset.answer = name;
    return made;
  }
}

function lineOf({command, reasons}: ApprovalRow): readonly Node[] {
  if (command === null)
    return [make('p', {class: 'line'}, 'Nobody knows what stands on the line: look at the session.')];
  const spans = reasons.flatMap(({start, end}) => (start === undefined || end === undefined ? [] : [{start, end}]));
  const bytes = new TextEncoder().encode(command).length;
  return [
    make('pre', {class: 'line', tabindex: '0'}, ...visibleLine(command, spans)),
    make('small', {}, `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`),
  ];
}

/** Of a line that runs several, so that none is overlooked. */
function commandsOf({commands}: ApprovalRow): readonly Node[] {
  if (commands.length < 2) return [];
  const rows = commands.map(words => make('li', {}, make('code', {}, text(words.map(word => word ?? '?').join(' ')))));
  return [
    make('details', {open: ''}, make('summary', {}, `${commands.length} commands in it`), make('ol', {}, ...rows)),
  ];
}

function lookAt(sessionId: string, onLook: ApprovalItemHandlers['onLook']): HTMLButtonElement {
  return button('look', 'show this session', () => onLook(sessionId));
}

function factsOf({cwd, session_id, read_by, expires_at_ms}: ApprovalRow): readonly Node[] {
  const facts = {
    in: cwd ?? 'a folder that is not known',
    ...(session_id === null ? {} : {session: session_id}),
    'read by': read_by,
    until: new Date(expires_at_ms).toLocaleTimeString(),
  };
  return Object.entries(facts).flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, text(value))]);
}

function text(value: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...visibleLine(value, []));
  return fragment;
}
