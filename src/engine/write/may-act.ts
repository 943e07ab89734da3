/** Whether keys that may make somebody run something do so, by the line that they meet. */
import type {ComposedLine} from './judge-write.ts';
import type {TypedLine} from './line-effect.ts';

/** Something may be run for keys of this kind. `isGiven`: a ^D gave this line away before. */
export function mayAct(
  type: TypedLine['type'],
  line: ComposedLine,
  {hasEditor, isGiven}: {readonly hasEditor: boolean; readonly isGiven: boolean},
): boolean {
  switch (type) {
    case 'submits':
      return true;
    case 'expands':
      return mayRun(line);
    case 'lists':
      return mayList(line);
    case 'gives':
      // With the keys of vi bash takes the line as at Enter (readline `vi-eof-maybe`); which keys it has nobody is told.
      if (hasEditor) return line.place.family === 'bash' ? line.text !== '' : mayList(line);
      // A program with the whole screen reads keys, and an input that is empty ends.
      return line.place.reading !== 'keys' && !isGiven && (line.text !== '' || line.unseen !== undefined);
    default:
      return type satisfies never;
  }
}

/** Of bytes that go as one, where no line editor is asked in the middle. */
export function typeOfAll(pieces: readonly TypedLine[]): TypedLine['type'] {
  const types = new Set(pieces.filter(({act}) => act.length > 0).map(({type}) => type));
  const [only] = types;
  return types.size === 1 && (only === 'lists' || only === 'gives') ? only : 'submits';
}

/** In the course of completion no more of it than this may be run. */
function mayRun({text}: ComposedLine): boolean {
  return text === null || /[`(]|\$\{/.test(text);
}

/** Only a shell lists what a line stands for; what looks like one on a far side, with the whole screen, is anything. */
function mayList(line: ComposedLine): boolean {
  return line.place.reading === 'shell' && line.place.family !== 'other' && mayRun(line);
}
