/** The audit as it is written: a chain of records in files of bounded size, with signed checkpoints. */
import {createHmac, generateKeyPairSync} from 'node:crypto';
import {closeSync, constants, existsSync, renameSync, rmSync, statSync, writeSync} from 'node:fs';
import {asCottyError, CottyError, TextMemo} from '../../core/index.ts';
import {
  type AuditFields,
  type ChainHead,
  checkpoint,
  EMPTY_CHAIN,
  publicKeyOf,
  seal,
  unseal,
} from '../../guard/index.ts';
import {openPrivateFile, readPrivateFile, writePrivateFile} from '../../private/index.ts';
import {AuditFile} from './audit-file.ts';
import {type AuditPaths, fullFile, fullFiles} from './audit-paths.ts';

const CHECKPOINT_RECORDS = 100;
const CHECKPOINT_MS = 60_000;
/** Of all files together one is the newest: so many make up the size that is allowed. */
const FILES = 8;

export interface AuditTrailOptions {
  readonly paths: AuditPaths;
  readonly maxBytes: number;
}

export class AuditTrail implements AsyncDisposable {
  readonly #options: AuditTrailOptions;
  readonly #secret: string;
  readonly #digests = new TextMemo(text => createHmac('sha256', this.#secret).update(text).digest('hex'));
  #file: AuditFile;
  #head: ChainHead;
  /** The newest one that is on the disk. */
  #durable: ChainHead;
  /** Of the newest file. */
  #firstSeq: number;
  #sinceCheckpoint = 0;
  #turning: Promise<void> = Promise.resolve();
  /** With more than this a file is full. */
  #turnAtBytes: number;
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;
  #isLost = false;
  /** The file in which the newest record is noted; null once it is closed for good. */
  #noted: number | null | undefined;
  #noting: NodeJS.Immediate | undefined;

  private constructor(
    options: AuditTrailOptions,
    privatePem: string,
    file: AuditFile,
    head: ChainHead,
    firstSeq: number,
  ) {
    this.#options = options;
    this.#secret = privatePem;
    this.#file = file;
    this.#head = head;
    this.#durable = head;
    this.#firstSeq = firstSeq;
    this.#turnAtBytes = options.maxBytes / FILES;
    this.#timer = setInterval(() => void this.#checkpoint().catch(() => undefined), CHECKPOINT_MS).unref();
  }

  /** Goes on with what is there. Throws `home_unwritable` when it cannot be written. */
  static async open(options: AuditTrailOptions): Promise<AuditTrail> {
    const {paths} = options;
    const pem = readOrMakeKey(paths.key);
    const opened = await AuditFile.open(paths.log).catch(error => {
      throw unwritable(paths.log, error);
    });
    const noted = readHead(paths.head);
    const found = headOf(opened.last) ?? headOfFull(paths.log) ?? EMPTY_CHAIN;
    // What is missing at the end stays missing: numbers go on behind what was noted, and whoever verifies sees the hole.
    const head = noted && noted.seq > found.seq ? {seq: noted.seq, hash: found.hash} : found;
    const trail = new AuditTrail(options, pem, opened.file, head, firstSeqOf(paths.log) ?? head.seq + 1);
    const isNoteMissing = noted === null && found.seq > 0;
    // From before the first record on there is a note: where there is none, somebody took it away.
    if (!isNoteMissing) trail.#note();
    await trail.append({
      event: 'start',
      pid: process.pid,
      ...(isNoteMissing ? {head_missing: true} : {}),
      ...(opened.tornBytes > 0 ? {torn_bytes: opened.tornBytes} : {}),
    });
    // What a server that was killed has left unsigned is signed now.
    if (found.seq > 0 && unseal(opened.last)?.fields['event'] !== 'checkpoint')
      void trail.#checkpoint().catch(() => undefined);
    return trail;
  }

  /**
   * Resolves with the number of the record when it is on the disk; one that is `held` may take a moment to get there. Rejects with
   * `home_unwritable` or `disk_full` when it cannot be kept.
   */
  async append(fields: AuditFields, options: {readonly held?: boolean} = {}): Promise<number> {
    if (this.#isClosed) throw new CottyError('cancelled', 'The audit is closed.', 'Start the server again.');
    const sealed = seal({timestamp: new Date().toISOString(), ...fields}, this.#head);
    this.#head = sealed.head;
    const settled = (isKept: boolean): void => {
      if (isKept) this.#durable = sealed.head;
      // It is as if it had never been: the next one follows what is on the disk.
      else this.#head = this.#durable;
    };
    const kept = this.#file.append(sealed.line, {...options, settled});
    // Counted before anybody waits, so that however many come at once no more of them stand between two checkpoints.
    if (++this.#sinceCheckpoint >= CHECKPOINT_RECORDS) void this.#checkpoint().catch(() => undefined);
    try {
      await kept;
    } catch (error) {
      if (asCottyError(error).code === 'home_unwritable') this.#abandon();
      throw unwritable(this.#options.paths.log, error);
    }
    this.#noting ??= setImmediate(() => this.#note());
    if (this.#file.bytes > this.#turnAtBytes) this.#turnOver();
    return sealed.head.seq;
  }

  /** Its file was taken away, replaced or cut: nothing more is written to it, and what comes next begins another, behind what is missing. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Tells the same text from another without telling it: a plain hash of a short one can be guessed. */
  digest(text: string): string {
    return this.#digests.of(text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    clearInterval(this.#timer);
    await this.#turning;
    const stopped = this.append({event: 'stop', pid: process.pid}).catch(() => undefined);
    await this.#checkpoint().catch(() => undefined);
    await stopped;
    // It may have been lost meanwhile.
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#endNotes();
    await this.#file.close();
  }

  #abandon(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isLost = true;
    clearInterval(this.#timer);
    this.#endNotes();
    this.#file.close().catch(() => undefined);
  }

  async #checkpoint(): Promise<void> {
    if (this.#sinceCheckpoint === 0 || this.#isClosed) return;
    const before = this.#sinceCheckpoint;
    // Its own record counts as none.
    this.#sinceCheckpoint = -1;
    await this.append(checkpoint(this.#head, this.#secret)).catch(error => {
      this.#sinceCheckpoint += before;
      throw error;
    });
  }

  /** Begins another file. Records that come meanwhile go to the old one or the new one, in their order. */
  #turnOver(): void {
    this.#turning = this.#turning.then(async () => {
      if (this.#isClosed || this.#file.bytes <= this.#turnAtBytes) return;
      try {
        await this.#checkpoint();
        await this.#beginNext();
        this.#turnAtBytes = this.#options.maxBytes / FILES;
        await this.#dropOldest();
      } catch (error) {
        // The old one goes on, and nobody tries again with each record.
        this.#turnAtBytes = this.#file.bytes + this.#options.maxBytes / FILES;
        console.error(`${new Date().toISOString()} audit: ${asCottyError(error).message}`);
      }
    });
  }

  /** The next file is there, with room on the disk, before the old one leaves its place: where there is none everything stays as it is. */
  async #beginNext(): Promise<void> {
    const {log} = this.#options.paths;
    const next = `${log}.next`;
    rmSync(next, {force: true});
    const opened = await AuditFile.open(next).catch(error => {
      rmSync(next, {force: true});
      throw error;
    });
    const old = this.#file;
    // What comes next follows what is known to be kept: a line that the old file loses would be missing before those of the next one.
    await old.pause();
    try {
      // What lies there now is not ours any more.
      if (this.#isClosed) throw new CottyError('cancelled', 'The audit is closed.', 'Start the server again.');
      exchange(log, fullFile(log, this.#firstSeq), next);
    } catch (error) {
      old.resume();
      rmSync(next, {force: true});
      await opened.file.close();
      throw error;
    }
    old.movedTo(fullFile(log, this.#firstSeq));
    opened.file.movedTo(log);
    this.#file = opened.file;
    this.#firstSeq = this.#durable.seq + 1;
    opened.file.takeFrom(old);
    await old.close();
  }

  /** The record of what was dropped stands in the chain: what is missing at its beginning is meant to be. */
  async #dropOldest(): Promise<void> {
    const {paths, maxBytes} = this.#options;
    const full = fullFiles(paths.log);
    let bytes = full.reduce((sum, {path}) => sum + statSync(path).size, 0);
    for (const [at, {path}] of full.entries()) {
      const next = full[at + 1];
      if (bytes <= maxBytes - maxBytes / FILES || !next) return;
      bytes -= statSync(path).size;
      const last = headOf(readPrivateFile(path).trimEnd().split('\n').at(-1) ?? '');
      await this.append({event: 'dropped', last_seq: last?.seq ?? null, last_hash: last?.hash ?? null});
      rmSync(path, {force: true});
    }
  }

  /** Not waited for: the chain is in the log, and this only tells whether its end is. */
  #note(): void {
    clearImmediate(this.#noting);
    this.#noting = undefined;
    // The number of a closed file is another one's by now.
    if (this.#noted === null) return;
    const {seq, hash} = this.#durable;
    try {
      this.#noted ??= openPrivateFile(this.#options.paths.head, constants.O_RDWR | constants.O_CREAT);
      writeSync(this.#noted, `${JSON.stringify({seq, hash}).padEnd(HEAD_BYTES)}\n`, 0);
    } catch {
      // A disk that is full is told of by the log itself.
    }
  }

  #endNotes(): void {
    this.#note();
    if (typeof this.#noted === 'number') closeSync(this.#noted);
    this.#noted = null;
  }
}

/** The newest file leaves its place for the next one; where that one cannot come, it stays there. */
function exchange(newest: string, full: string, next: string): void {
  renameSync(newest, full);
  try {
    renameSync(next, newest);
  } catch (error) {
    renameSync(full, newest);
    throw error;
  }
}

/** The note has always the same length, so that it is never seen half written. */
const HEAD_BYTES = 110;

/** What is noted of the newest record; null when nothing is. The writer trusts only a file of its own; whoever verifies reads what there is. */
export function readHead(path: string, textOf: (path: string) => string | null = readPrivateFile): ChainHead | null {
  if (!existsSync(path)) return null;
  try {
    const {seq, hash}: {seq?: unknown; hash?: unknown} = JSON.parse(textOf(path) ?? '');
    return typeof seq === 'number' && typeof hash === 'string' ? {seq, hash} : null;
  } catch {
    return null;
  }
}

function readOrMakeKey(path: string): string {
  const found = existsSync(path) ? readPrivateFile(path) : '';
  // What a full disk has left empty has signed nothing.
  if (found !== '') return requireKey(path, found);
  const {privateKey} = generateKeyPairSync('ed25519');
  const pem = String(privateKey.export({type: 'pkcs8', format: 'pem'}));
  writePrivateFile(path, pem);
  return pem;
}

function requireKey(path: string, pem: string): string {
  if (publicKeyOf(pem) !== null) return pem;
  throw new CottyError(
    'home_unwritable',
    `${path} is no key, so no checkpoint of the audit can be signed, and nothing runs.`,
    'Move it away: another one is made, and `cotty audit verify` names the checkpoints of the one before.',
  );
}

/** A line that was changed still says which one it was. */
function headOf(line: string): ChainHead | null {
  if (line === '') return null;
  const record = unseal(line);
  if (record) return record.head;
  const [, seq] = /^\{"seq":(\d+)/.exec(line) ?? [];
  return seq === undefined ? null : {seq: Number(seq), hash: EMPTY_CHAIN.hash};
}

function headOfFull(log: string): ChainHead | null {
  const newest = fullFiles(log).at(-1);
  return newest ? headOf(readPrivateFile(newest.path).trimEnd().split('\n').at(-1) ?? '') : null;
}

function firstSeqOf(log: string): number | null {
  const [, seq] = /^\s*\{"seq":(\d+)/.exec(readPrivateFile(log)) ?? [];
  return seq === undefined ? null : Number(seq);
}

function unwritable(path: string, error: unknown): CottyError {
  const {code, message} = asCottyError(error);
  return new CottyError(
    code === 'internal' ? 'home_unwritable' : code,
    `The audit ${path} cannot be written, so nothing runs: ${message}`,
    'Mend that, or switch it off by yourself: [audit] enabled = false in config.toml.',
    {cause: error},
  );
}
