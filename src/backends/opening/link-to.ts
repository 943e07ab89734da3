import {sealWriter, type TerminalLink, type TerminalView, type TerminalWriter} from '../../core/index.ts';

/** All of one terminal, as its backend holds it. */
export interface WholeTerminal extends TerminalView, TerminalWriter, AsyncDisposable {}

/** What is given away of a terminal: an object that cannot write, and the writing side sealed. */
export function linkTo(terminal: WholeTerminal): TerminalLink {
  const {capabilities, log, fallback, show, askPerson} = terminal;
  return {
    get facts() {
      return terminal.facts;
    },
    get standing() {
      return terminal.standing;
    },
    capabilities,
    log,
    fallback,
    show,
    askPerson,
    onNotice: listener => terminal.onNotice(listener),
    resize: (cols, rows) => terminal.resize(cols, rows),
    rename: name => terminal.rename(name),
    conclude: verdict => terminal.conclude(verdict),
    probe: () => terminal.probe(),
    runsPrograms: () => terminal.runsPrograms(),
    environment: () => terminal.environment(),
    writer: sealWriter(terminal),
    [Symbol.asyncDispose]: () => terminal[Symbol.asyncDispose](),
  };
}
