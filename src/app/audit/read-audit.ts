/** The audit as it is read: by whoever may read the files. */
import {existsSync} from 'node:fs';
import {basename} from 'node:path';
import {CottyError} from '../../core/index.ts';
import {
  type AuditFields,
  type AuditReport,
  type AuditText,
  publicKeyOf,
  unseal,
  verifyAudit,
} from '../../guard/index.ts';
import {readRegularFile} from '../../private/index.ts';
import {type AuditPaths, fullFiles} from './audit-paths.ts';
import {readHead} from './audit-trail.ts';

/** All files, the oldest first; empty when nothing was recorded yet. Throws `invalid_argument` where something else than a file lies in the place of one. */
export function auditTexts({log}: AuditPaths): readonly AuditText[] {
  const full = fullFiles(log).map(({path, firstSeq}) => ({
    name: basename(path),
    text: textOf(path),
    firstSeq,
  }));
  if (!existsSync(log)) return full;
  return [...full, {name: basename(log), text: textOf(log), firstSeq: null}];
}

function textOf(path: string): string {
  const text = readRegularFile(path);
  if (text !== null) return text;
  throw new CottyError(
    'invalid_argument',
    `${path} is no file, so it is no audit.`,
    'Name a file in [audit] log_path, or move away what lies there.',
  );
}

/** The records in their order, those that were changed left out. */
export function auditRecords(paths: AuditPaths): readonly AuditFields[] {
  return auditTexts(paths)
    .flatMap(({text}) => text.split('\n'))
    .flatMap(line => {
      const record = line.trim() === '' ? null : unseal(line);
      return record ? [record.fields] : [];
    });
}

/** Looks through all files. While the server writes, its newest records may have come since. */
export function verifyAuditFiles(paths: AuditPaths): AuditReport {
  const head = readHead(paths.head, readRegularFile);
  const key = existsSync(paths.key) ? publicKeyOf(readRegularFile(paths.key) ?? '') : null;
  return verifyAudit({files: auditTexts(paths), head, key});
}
