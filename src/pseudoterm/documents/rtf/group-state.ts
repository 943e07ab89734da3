import type {Span} from '../model.ts';

/** Where text of a group goes. `skip`: nowhere. */
export type Destination =
  | 'body'
  | 'skip'
  | 'fonttbl'
  | 'stylesheet'
  | 'style'
  | 'listtext'
  | 'fldinst'
  | 'title'
  | 'author'
  | 'subject'
  | 'keywords';

/** What braces save and restore. */
export interface GroupState {
  readonly destination: Destination;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strike: boolean;
  readonly code: boolean;
  readonly script: Span['script'];
  readonly hidden: boolean;
  readonly font: number;
  /** Bytes that stand in for a `\u` character and are passed over. */
  readonly fallback: number;
  readonly href: string | undefined;
  /** Set when this group opened a note: its label. */
  readonly note: string | undefined;
}

export const firstState: GroupState = {
  destination: 'body',
  bold: false,
  italic: false,
  strike: false,
  code: false,
  script: undefined,
  hidden: false,
  font: 0,
  fallback: 1,
  href: undefined,
  note: undefined,
};

export function spanIn(state: GroupState, text: string): Span {
  return {
    text,
    ...(state.bold ? {bold: true} : {}),
    ...(state.italic ? {italic: true} : {}),
    ...(state.strike ? {strike: true} : {}),
    ...(state.code ? {code: true} : {}),
    ...(state.script === undefined ? {} : {script: state.script}),
    ...(state.href === undefined ? {} : {href: state.href}),
  };
}

/** Destinations whose text matters; every other one that begins with `\*`, and these known ones, are passed over. */
export const destinations: Readonly<Record<string, Destination>> = {
  fonttbl: 'fonttbl',
  stylesheet: 'stylesheet',
  listtext: 'listtext',
  pntext: 'listtext',
  fldinst: 'fldinst',
  title: 'title',
  author: 'author',
  subject: 'subject',
  keywords: 'keywords',
  ...Object.fromEntries(
    `colortbl pict object objdata header headerl headerr headerf footer footerl footerr footerf listtable listoverridetable
    rsidtbl generator info xmlnstbl themedata colorschememapping datastore latentstyles filetbl revtbl pgdsctbl pgptbl
    bkmkstart bkmkend private nonshppict pn pnseclvl listlevel listname atnid atrfstart atrfend atnref atndate
    atnicn ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn template operator userprops mmathPr tc xe txe rxe`
      .split(/\s+/)
      .map(name => [name, 'skip' as const]),
  ),
};

/** Characters that have words of their own. */
export const characterWords: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  lbr: '\n',
  emdash: '—',
  endash: '–',
  emspace: '\u2003',
  enspace: '\u2002',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  '~': '\u00a0',
  _: '\u2011',
};
