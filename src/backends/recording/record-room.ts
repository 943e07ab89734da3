/** Upper bounds of what records take in the log, so that several go into it with one write. In bytes. */
import type {SessionEventBody} from '../../core/index.ts';
import type {ThinnedHit} from '../../log/index.ts';

export type LoggedBody = Exclude<SessionEventBody, {type: 'output'}>;

export function roomForBodies(bodies: readonly LoggedBody[]): number {
  return bodies.reduce((sum, body) => sum + roomForBody(body), 0);
}

export function roomForOutput(bytes: Uint8Array): number {
  return ROOM_FOR_FIELDS + bytes.length;
}

export function roomForHits(hits: readonly ThinnedHit[]): number {
  return hits.reduce((sum, {hit}) => sum + ROOM_FOR_FIELDS + MOST_BYTES_OF_CHAR * textLength(hit), 0);
}

function roomForBody(body: LoggedBody): number {
  if (body.type === 'input') return ROOM_FOR_EVENT + body.byteLength;
  return body.type === 'command' ? ROOM_FOR_EVENT + body.commandLine.length * 4 : ROOM_FOR_EVENT;
}

function textLength(hit: ThinnedHit['hit']): number {
  switch (hit.type) {
    case 'title':
      return hit.title.length;
    case 'custom':
      return hit.event.length + hit.data.length;
    case 'mark':
      return (hit.commandLine?.length ?? 0) + (hit.cwd?.length ?? 0);
    default:
      return 0;
  }
}

/** More than the record of any event takes whose texts cotty does not get from outside. */
const ROOM_FOR_EVENT = 70 * 1024;
/** The same, its texts not counted. */
const ROOM_FOR_FIELDS = 512;
/** In JSON a control character is the longest. */
const MOST_BYTES_OF_CHAR = 6;
