import {type AuditFields, type ChainHead, EMPTY_CHAIN, isCheckpointOf, unseal} from './chain.ts';

export interface AuditText {
  readonly name: string;
  readonly text: string;
  /** Number of its first record, by its name; null for the newest file. */
  readonly firstSeq: number | null;
}

export interface AuditProblem {
  readonly file: string;
  /** From 1; null for what is about no line. */
  readonly line: number | null;
  readonly problem: string;
}

export interface AuditReport {
  readonly isWhole: boolean;
  readonly records: number;
  readonly checkpoints: number;
  readonly problems: readonly AuditProblem[];
  readonly head: ChainHead;
}

export interface AuditProof {
  /** The files, the oldest first. */
  readonly files: readonly AuditText[];
  /** What is noted elsewhere of the newest record. Null when nothing is: that is a fault once there is a record, or a key to sign with. */
  readonly head: ChainHead | null;
  /** The public one, as PEM. Null where there is none: then no checkpoint is proved, and that is a fault. */
  readonly key: string | null;
}

/** Looks whether records were changed, removed, put in another place, or lost at the end. */
export function verifyAudit({files, head, key}: AuditProof): AuditReport {
  const problems: AuditProblem[] = [];
  let last: ChainHead | null = null;
  let records = 0;
  let checkpoints = 0;
  let began: ChainHead | null = null;
  const dropped: AuditFields[] = [];
  const unsigned = new UnsignedRecords();
  for (const {name, text, firstSeq} of files) {
    let isFirst = true;
    for (const [at, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue;
      const say = (problem: string): void => void problems.push({file: name, line: at + 1, problem});
      const record = unseal(line);
      if (!record) {
        say('The record was changed: its hash is another one.');
        last = null;
        isFirst = false;
        continue;
      }
      const {fields, prev} = record;
      const {seq} = record.head;
      if (isFirst && firstSeq !== null && seq !== firstSeq)
        say(
          `The file begins with record ${seq} and should begin with ${firstSeq}: it was put in the place of another.`,
        );
      began ??= {seq: seq - 1, hash: prev};
      if (last && seq !== last.seq + 1)
        say(
          seq > last.seq
            ? `Records ${last.seq + 1} to ${seq - 1} are missing.`
            : `Record ${seq} stands behind ${last.seq}.`,
        );
      else if (last && prev !== last.hash) say(`Record ${seq} does not follow the one before it.`);
      if (fields['event'] === 'checkpoint') {
        checkpoints++;
        if (fields['head_seq'] !== seq - 1 || fields['head'] !== prev) say('The checkpoint is of another place.');
        else if (key && !isCheckpointOf(fields, key)) say('The signature of the checkpoint is not right.');
      }
      if (fields['event'] === 'start' && fields['head_missing'] === true)
        say('The note of the newest record was missing when this was written: records before it may be missing too.');
      if (fields['event'] === 'dropped') dropped.push(fields);
      unsigned.note(fields, say);
      records++;
      last = record.head;
      isFirst = false;
    }
  }
  if (
    began &&
    began.seq > 0 &&
    !dropped.some(fields => fields['last_seq'] === began?.seq && fields['last_hash'] === began.hash)
  )
    problems.push({
      file: files[0]?.name ?? '',
      line: null,
      problem: `The records before ${began.seq + 1} are missing.`,
    });
  const newest = files.at(-1)?.name ?? 'audit.log';
  if (unsigned.endsInStop)
    problems.push({file: newest, line: null, problem: 'The server has stopped, and no checkpoint signs its end.'});
  if (key === null && checkpoints > 0)
    problems.push({
      file: 'audit.key',
      line: null,
      problem: 'The key of the checkpoints (audit.key) is missing or no key: none of their signatures was looked at.',
    });
  const end = last ?? EMPTY_CHAIN;
  if (!head && (records > 0 || key !== null))
    problems.push({
      file: newest,
      line: null,
      problem:
        'The note of the newest record (audit.head) is missing or no note: records at the end may be missing too.',
    });
  if (head && (last === null ? records === 0 && head.seq > 0 : head.seq > last.seq))
    problems.push({
      file: newest,
      line: null,
      problem: `The newest records are missing: ${end.seq + 1} to ${head.seq}.`,
    });
  else if (head && last && head.seq === last.seq && head.hash !== last.hash)
    problems.push({
      file: newest,
      line: null,
      problem: 'The newest record is another one than was noted.',
    });
  return {isWhole: problems.length === 0, records, checkpoints, problems, head: end};
}

/** A checkpoint stands behind every hundredth record, and the next server signs what one that was killed has left. Twice that much is never unsigned. */
const MOST_UNSIGNED = 200;

/** Records behind the newest checkpoint: whoever has not the key can write them anew, and so take out the checkpoints behind them too. */
class UnsignedRecords {
  /** The newest record says that the server has stopped. */
  endsInStop = false;
  #count = 0;

  note({event}: AuditFields, say: (problem: string) => void): void {
    this.endsInStop = event === 'stop';
    this.#count = event === 'checkpoint' ? 0 : this.#count + 1;
    if (this.#count === MOST_UNSIGNED + 1)
      say(`No checkpoint signs this record and the ${MOST_UNSIGNED} before it: they may have been written anew.`);
  }
}
