import {dirname} from 'node:path';
import {CottyError} from '../core/index.ts';

/** Runs what writes the file that somebody named. Throws `invalid_argument` where the system says that there is none to be had. */
export async function writingTo<T>(file: string, write: () => Promise<T> | T): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw refusal(file, error) ?? error;
  }
}

/** Undefined for what has another reason than where the file is, such as a full disk. */
function refusal(file: string, error: unknown): CottyError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const [problem, hint] = reasons[String(code)]?.(file) ?? [];
  return problem === undefined || hint === undefined
    ? undefined
    : new CottyError('invalid_argument', `${file} cannot be written: ${problem}.`, hint, {cause: error});
}

type Reason = (file: string) => readonly [problem: string, hint: string];

const noAccess: Reason = () => ['the system does not allow it', 'Name a file in a folder of yours.'];

/** By what the system calls them (errno). */
const reasons: Readonly<Record<string, Reason>> = {
  ENOENT: file => [`there is no folder ${dirname(file)}`, 'Make that folder first, or name a file in another one.'],
  ENOTDIR: file => [`${dirname(file)} is no folder`, 'Name a file in another folder.'],
  EISDIR: () => ['it is a folder', 'Name a file in it.'],
  ENAMETOOLONG: () => ['its name is too long', 'Give it a shorter one.'],
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: noAccess,
};
