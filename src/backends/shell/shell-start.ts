import type {IntegrationLevel} from '../../core/index.ts';

/** What a family's starter has to work with. */
export interface StartContext {
  readonly path: string;
  /** Where the init files go, e.g. `…/sessions/<id>/shell`. */
  readonly directory: string;
  /** The pipe from which the shell reads its nonce, a line. */
  readonly noncePath: string;
  /** The shipped script of the family. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a shell of one family is started with integration. */
export interface ShellStart {
  readonly argv: readonly string[];
  /** Added to the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** To be written into the context's directory, 0600. */
  readonly files: readonly {readonly name: string; readonly text: string}[];
  readonly integration: IntegrationLevel;
}

/** Quotes text for bash, zsh and POSIX shells. */
export function quoteForPosix(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** In single quotes fish knows `\'` and `\\` only. */
export function quoteForFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
