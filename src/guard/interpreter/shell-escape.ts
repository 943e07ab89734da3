/** What was typed at a program starts a shell for it: `text` is what that shell is given, null where nobody knows. */
export interface ShellEscape {
  readonly text: string | null;
}

/**
 * Finds the command that a program starts for keys which begin with an exclamation mark and the like: `!cmd` of a pager, `:!cmd` of vi, `~!cmd` of
 * mail. Null where they start nothing. `keys`: all that was typed since the last Enter, with the keys that edit, as terminals send them; null
 * where not all of it was seen.
 */
export function shellEscape(program: string | null, keys: string | null): ShellEscape | null {
  const name = (program ?? '').slice((program ?? '').lastIndexOf('/') + 1).toLowerCase();
  if (SHOWS_ONLY.test(name)) return null;
  if (name in TAKERS) return keys === null ? null : ofTaker(keys, TAKERS[name] ?? /^/);
  const isEditor = EDITORS.test(name);
  if (keys === null) return isEditor || PAGERS.test(name) ? {text: null} : null;
  // What is edited in the window of commands runs at the Enter there.
  if (isEditor && LEFT_WINDOW.test(keys)) return {text: null};
  const typed = afterLeaving(keys);
  const found = isEditor ? ofEditor(typed, LEAVES.test(keys)) : ofOther(typed, PAGERS.test(name));
  if (found === null || found.text === null) return found;
  // Keys that move, complete or recall have made another text of it.
  return /[\u0000-\u001f\u007f]/.test(found.text) ? {text: null} : found;
}

const EDITORS = /^(?:r?vim?|g?vim|nvim|nvi|vimdiff|r?view|ex|vim\..+)$/;
const PAGERS = /^(?:less|more|most|pg|man|lv|view)$/;
/** Programs in which an exclamation mark starts nothing. */
const SHOWS_ONLY = /^(?:top|htop|btop|watch|fzf|dialog|whiptail)$/;

/** Programs that keep a line for commands of a shell: what stands before one. Elsewhere in them keys are no command. */
const TAKERS: Readonly<Record<string, RegExp>> = {
  // Its lowest line is always one.
  mc: /^/,
  // ^T asks for a command; ^R asks for a file, and ^X then for a command.
  nano: /^.*(?:\u0014|\u0012\u0018)/s,
  pico: /^.*(?:\u0014|\u0012\u0018)/s,
};

function ofTaker(keys: string, before: RegExp): ShellEscape | null {
  if (!before.test(keys)) return null;
  const text = withoutErased(keys.replace(before, '').replaceAll(/\u001b(?:[[O][\d;]*[ -~]|.)?/gs, '')).trim();
  return text === '' ? null : {text: /[\u0000-\u001f]/.test(text) ? null : text};
}

/** Leaves what had begun; keys that send more than an Escape do not. */
const LEAVES = /\u001b(?![[O])|\u0003/;

/** Behind the newest Escape, and behind ^C: whatever had begun is left then. Keys that send more than an Escape are none. */
function afterLeaving(keys: string): string {
  const ends = [...keys.matchAll(new RegExp(LEAVES, 'g'))];
  const last = ends.at(-1);
  return withoutErased(last ? keys.slice(last.index + 1) : keys);
}

/** Backspace takes back a character. */
function withoutErased(keys: string): string {
  let left = '';
  for (const key of keys) left = key === '\u007f' || key === '\b' ? left.slice(0, -1) : left + key;
  return left;
}

/** vi: `:!cmd`, `:r !cmd`, `:w !cmd`, `:1,5!cmd`, `!}cmd`; with other commands that may run something. */
function ofEditor(typed: string, isCommandMode: boolean): ShellEscape | null {
  // ^R= computes what is inserted, and ^O leaves the text for one command.
  if (/\u0012[\u0012\u000f\u0010]?=/.test(typed)) return {text: null};
  const left = typed.lastIndexOf('\u000f');
  if (left >= 0) return ofEditor(typed.slice(left + 1), true);
  const filter = /^["\w\d]{0,3}?!(?:\d*(?:[!}{Gjklhw$0)(bWBHLM]|gg|[ia][\w(){}[\]<>"'`]))(.*)$/s.exec(typed);
  if (filter) return {text: filter[1] ?? ''};
  const marked = isCommandMode ? FILTERED.exec(typed) : null;
  if (marked) return {text: marked[1] ?? ''};
  const [whole = '', line] = (isCommandMode ? COMMAND : MAYBE_COMMAND).exec(typed) ?? [];
  // Keys that edit the line in a window: what stands there then is not known.
  if (line !== undefined && (/^.*q:/s.test(whole.slice(0, whole.length - line.length)) || line.includes('\u0006')))
    return line === '' ? null : {text: null};
  if (line === undefined) return null;
  for (let rest = line; ; ) {
    const shell =
      /^[\s:]*(?:[%\d,.$<>+\-;*'\s]|\/[^/]*\/|\?[^?]*\?|'[a-z<>])*(?:(?:sil\w*|keep\w*|noa\w*|vert\w*|tab|to\w*|bo\w*|abo\w*|bel\w*)!?\s*)*(?:!+|re?a?d?\s*!|w(?:rite)?\s+!|ter\w*\b(?:\s*\+\+\S+)*)(.*)$/s.exec(
        rest,
      );
    if (shell) return {text: (shell[1] ?? '').trim()};
    // ^V and ^K make another character, ^R puts in what stands elsewhere, ^N and ^P what was typed before.
    if (RUNS.test(rest) || /[\u0016\u0011\u000b\u0012\u001c\u000e\u0010]/.test(rest)) return {text: null};
    const bar = rest.indexOf('|');
    if (bar < 0) return null;
    rest = rest.slice(bar + 1);
  }
}

/** Keys of vi that move and change before a line of commands, none of which begins to insert text: where it is known that no text is typed. */
const COMMAND = /^(?:["'`mrfFtTzZ[\]g].|q[^:]|[^iIaAoOsScCR/?:!@"'`mrfFtTzZ[\]gq])*q?:(.*)$/s;
/** The same, as far as it does not look like text. */
const MAYBE_COMMAND = /^[\dhjklwbeWBEGgHLMnNzt0$^{}()%vVxup\u0002\u0004\u0006\u0015\u0016]*q?:(.*)$/s;
/** Marked lines are given to a command. */
const FILTERED =
  /^(?:["'`mrfFtTzZ[\]g].|[^/?:!@"'`mrfFtTzZ[\]gvV\u0016iIaAoOsScCRq])*[vV\u0016](?:[fFtTg].|[^/?:!@fFtTg])*!(.*)$/s;

/** Insertion was left again in the window that `q:` opens. */
const LEFT_WINDOW = /^[\dhjklwbeWBEGgHLMnN0$^{}()]*q:[^\r\n]*\u001b(?![[O])/;

/** Commands of vi that run other code, or a file, or decide what is run. */
const RUNS =
  /^[\s:]*(?:[%\d,.$]*)(?:sil\w*!?\s+)?(?:[@*]|(?:sh(?:ell)?|so(?:urce)?|ru(?:ntime)?|cal?l?|exe\w*|lua\w*|py\w*|perl?\w*|rub\w*|tcl\w*|mz\w*|mak\w*|l?mak\w*|l?gr\w*|norm\w*|au\w*|do\w*|\w*map!?|let|echo?m?\b.*(?:system|execute)|se\w*\s.*(?:shell?|makeprg|mp|grepprg|gp|equalprg|ep|keywordprg|kp|formatprg|fp|printexpr|patchexpr)\b|com\w*!?\s|pa\w*\s|lsp\w*|st\w*|sus\w*|g(?:lobal)?\b.*!|feedk\w*|[ci]?(?:nore)?ab(?:b\w*)?|ia|ca)(?![\w]))/;

/** Elsewhere: behind keys that move. `#` and `|` are further ones of less. */
function ofOther(typed: string, isPager: boolean): ShellEscape | null {
  const start = isPager ? /^[\djkdubfgGpnNyerhlF<>zw\s]*/ : /^\s*/;
  const rest = typed.replace(start, '');
  const found = isPager ? /^:?(?:!+|#)(.*)$|^\|[a-zA-Z^$.](.*)$/s.exec(rest) : /^(?:[:;~]?\s*!|~\|)(.*)$/s.exec(rest);
  return found ? {text: (found[1] ?? found[2] ?? '').trim()} : null;
}
