/** Values of deciding variables that change nothing which a judge relies on: those that people give them. */

import type {Scope} from './scope.ts';
import {placeIn} from './through-links.ts';

interface Surroundings {
  readonly home: string;
  /** It has a value already that is none of these. */
  readonly hasOther: boolean;
}

/** `as before` where the value goes on from what it was. */
export function isOrdinarySetting(
  name: string,
  written: string | null,
  {home, hasOther}: Surroundings,
): boolean | 'as before' {
  if (written === null) return false;
  if (LIST.test(name)) return pathIsOrdinary(written, home, hasOther);
  if (isOwnRoot(name, written, home)) return true;
  return ORDINARY.some(([names, values]) => names.test(name) && values.test(unquoted(written)));
}

/** A tool's own folder in the home folder, or of the system: `NVM_DIR=$HOME/.nvm`, `JAVA_HOME=/usr/lib/jvm/default`. */
export function isOwnRoot(name: string, written: string | null, home: string): boolean {
  if (!ROOT.test(name) || written === null) return false;
  const folder = unquoted(written).replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, home);
  return folder === `${home}/go` || isOwnFolder(folder, home);
}

const ROOT = /^(?:NVM_DIR|PYENV_ROOT|RBENV_ROOT|NODENV_ROOT|CARGO_HOME|RUSTUP_HOME|GOPATH|GOROOT|JAVA_HOME)$/;

/** Folders of the project, where the one command that it is given to looks for modules: `PYTHONPATH=src pytest`. */
export function isOfProject(name: string, written: string | null, scope: Scope): boolean {
  if (!MODULES.test(name) || written === null || scope.cwd === null) return false;
  if (placeIn(scope, `${scope.cwd}/module`, false).isStrange) return false;
  const own = `${scope.cwd}/`;
  return unquoted(written)
    .split(':')
    .every(folder => {
      const below = folder.startsWith(own)
        ? folder.slice(own.length)
        : folder.replace(/^(?:\$PWD|\$\{PWD\})(?:\/|$)/, './');
      return folder === scope.cwd || folder === `$${name}` || /^(?!.*(?:^|\/)\.\.(?:\/|$))[\w.-][\w./-]*$/.test(below);
    });
}

const MODULES = /^(?:PYTHONPATH|NODE_PATH|RUBYLIB|PERL5LIB)$/;

/** `EDITOR=vim`, `PAGER='less -R'`: a program that people open for that, with no option by which it runs another one. */
export function isUsualProgram(name: string, written: string | null): boolean {
  if (written === null || !/(?:PAGER|EDITOR|^VISUAL|BROWSER)$/.test(name)) return false;
  const value = unquoted(written);
  return (
    /^[\w/-]+(?: (?:--wait|-w|-R|-F|-FRX|-S))*$/.test(value) &&
    ORDINARY.some(([names, values]) => names.test(name) && values.test(value))
  );
}

const LIST = /^(?:PATH|FPATH|MANPATH|INFOPATH|CDPATH|path|fpath|manpath|cdpath)$/;

/** Folders of the system and of the user's own programs, before or behind what was there. */
function pathIsOrdinary(written: string, home: string, hasOther: boolean): boolean | 'as before' {
  const folders = unquoted(written.replace(/^\((.*)\)$/s, '$1')).split(/[:\s]+/);
  // An empty one is the folder where the shell stands.
  if (/^:|::|:$/.test(unquoted(written)) || written === '') return false;
  const goesOn = folders.some(folder => SELF.test(folder));
  const isOrdinary = folders.every(folder => SELF.test(folder) || isOwnFolder(folder, home));
  if (!isOrdinary) return false;
  return goesOn && hasOther ? 'as before' : true;
}

const SELF =
  /^\$(?:\{(?:PATH|FPATH|MANPATH|INFOPATH|CDPATH|path|fpath)\}|(?:PATH|FPATH|MANPATH|INFOPATH|CDPATH|path|fpath)(?:\[@\])?)$/;

function isOwnFolder(folder: string, home: string): boolean {
  if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(folder)) return false;
  const inHome = folder.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home);
  if (inHome.startsWith(`${home}/`))
    return /^(?:bin|go\/bin|Library\/[\w ./-]+|\.(?!cache|tmp|Trash)[\w-]+(?:\/[\w.+@-]+)*)\/?$/.test(
      inHome.slice(home.length + 1),
    );
  return /^\/(?:usr|bin|sbin|opt|snap|nix|Library|Applications|run\/current-system)(?:\/[\w.+@-]+)*\/?$/.test(inHome);
}

const OPTIONS = String.raw`(?:\s+-{1,2}[\w=-]+)*`;
const ORDINARY: readonly (readonly [RegExp, RegExp])[] = [
  [/PAGER$/, new RegExp(`^(?:/usr/bin/|/bin/)?(?:less|more|most|cat|bat|batcat|delta|pg|true|)${OPTIONS}$`)],
  [
    /EDITOR$|^VISUAL$|^FCEDIT$/,
    new RegExp(
      `^(?:/usr/(?:local/)?bin/|/bin/)?(?:vi|vim|nvim|nano|pico|emacs|emacsclient|micro|hx|helix|code|codium|cursor|zed|subl|mate|kak|joe|jed|mg|ed|ex|gvim|gedit|kate|true|:|)${OPTIONS}$`,
    ),
  ],
  [/BROWSER$/, /^(?:\/usr\/bin\/)?(?:firefox|chromium|google-chrome|xdg-open|open|w3m|lynx|links|true|none|)$/],
  [/^LESS$/, /^[-\w\s,.=+]*$/],
  [/^SSH_(?:AUTH_SOCK|AGENT_PID|TTY|CLIENT|CONNECTION)$/, /./],
  [/^(?:NODE_OPTIONS)$/, /^(?:--max[-_]old[-_]space[-_]size=\d+|--no-warnings|--enable-source-maps|\s)*$/],
  [/^(?:PYTHON|RUBY|PERL|JAVA|NODE)\w*$/, /^$/],
];

function unquoted(text: string): string {
  return text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replaceAll('"', '');
}
