import type {ApplicationTerminal} from './application-terminal.ts';

/**
 * What the application has not read or copied yet cannot be seen from here: it is asked to take its turn before a mark is held against
 * what was written. `turn` resolves when it has.
 */
export function readingByTurn(turn: () => Promise<void>): ApplicationTerminal['reading'] {
  let hasTurned = false;
  return {
    isDrained: () => hasTurned,
    afterTurn: look => {
      const then = (): void => {
        hasTurned = true;
        look();
        hasTurned = false;
      };
      turn().then(then, () => undefined);
    },
  };
}
