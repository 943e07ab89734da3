import {createPrivateKey, createPublicKey, hash, sign, verify} from 'node:crypto';

/** Where a chain ends: the next record is bound to it. */
export interface ChainHead {
  readonly seq: number;
  /** SHA-256 of the newest record, in hex. */
  readonly hash: string;
}

export const EMPTY_CHAIN: ChainHead = {seq: 0, hash: '0'.repeat(64)};

export type AuditFields = Readonly<Record<string, unknown>>;

export interface SealedRecord {
  /** One line of JSON, without its line feed. */
  readonly line: string;
  readonly head: ChainHead;
}

/**
 * A record as it is written: numbered, bound to the one before (`prev`), and with the hash of all that stands before `,"hash"`. Each byte of
 * the line counts.
 */
export function seal(fields: AuditFields, {seq, hash: prev}: ChainHead): SealedRecord {
  const said = JSON.stringify(fields).slice(1, -1);
  const body = `{"seq":${seq + 1},${said}${said === '' ? '' : ','}"prev":${JSON.stringify(prev)}`;
  const hash = hashOf(body);
  return {line: `${body},"hash":"${hash}"}`, head: {seq: seq + 1, hash}};
}

/** What a line says, if its hash is right: its fields and the head behind it. */
export function unseal(line: string): (SealedRecord & {readonly fields: AuditFields; readonly prev: string}) | null {
  const at = line.lastIndexOf(',"hash":"');
  if (at < 0) return null;
  const body = line.slice(0, at);
  try {
    const fields: unknown = JSON.parse(line);
    if (typeof fields !== 'object' || fields === null) return null;
    const {seq, prev, hash}: {seq?: unknown; prev?: unknown; hash?: unknown} = fields;
    if (typeof seq !== 'number' || typeof prev !== 'string' || hash !== hashOf(body)) return null;
    return {line, head: {seq, hash}, fields: {...fields}, prev};
  } catch {
    return null;
  }
}

/** Signs what came before: who has not the key cannot write the chain anew. */
export function checkpoint({seq, hash}: ChainHead, privatePem: string): AuditFields {
  return {
    event: 'checkpoint',
    head_seq: seq,
    head: hash,
    signature: sign(null, signed(seq, hash), privatePem).toString('base64'),
  };
}

export function isCheckpointOf({head_seq, head, signature}: AuditFields, publicPem: string): boolean {
  if (typeof head_seq !== 'number' || typeof head !== 'string' || typeof signature !== 'string') return false;
  return verify(null, signed(head_seq, head), publicPem, Buffer.from(signature, 'base64'));
}

/** Null for what is no private key, or one of another kind. */
export function publicKeyOf(privatePem: string): string | null {
  try {
    const key = createPrivateKey(privatePem);
    return key.asymmetricKeyType === 'ed25519'
      ? String(createPublicKey(key).export({type: 'spki', format: 'pem'}))
      : null;
  } catch {
    return null;
  }
}

function signed(seq: number, hash: string): Buffer {
  return Buffer.from(`cotty-audit-1 ${seq} ${hash}`);
}

function hashOf(body: string): string {
  return hash('sha256', body, 'hex');
}
