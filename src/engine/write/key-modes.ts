import type {KeyModes} from '../../screen/index.ts';
import type {Session} from '../session/session.ts';

/** Key encodings the program has asked for. */
export function keyModes(session: Session): KeyModes {
  const {tracker} = session;
  return {
    applicationCursor: tracker.mode('applicationCursor') > 0,
    applicationKeypad: tracker.mode('applicationKeypad') > 0,
    modifyOtherKeys: level(tracker.mode('modifyOtherKeys')),
    kittyKeyboard: tracker.mode('kittyKeyboard'),
    mouse: mouseMode(tracker.mode('mouse')),
    mouseSgr: tracker.mode('mouseSgr') > 0,
    bracketedPaste: tracker.mode('bracketedPaste') > 0,
    size: {cols: tracker.cols, rows: tracker.rows},
  };
}

function level(value: number): KeyModes['modifyOtherKeys'] {
  return value === 1 || value === 2 ? value : 0;
}

function mouseMode(value: number): KeyModes['mouse'] {
  return value === 9 || value === 1000 || value === 1002 || value === 1003 ? value : 0;
}
