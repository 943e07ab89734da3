import type {BuiltinOutcome, FileAccess, JsonObject} from '../command.ts';

interface Delivery {
  readonly text: string;
  readonly result: JsonObject;
  /** A path to write to; undefined prints. */
  readonly out: string | undefined;
  readonly overwrite: boolean;
  readonly files: FileAccess;
}

/** Prints the text, or writes it to a file and says so in one line. */
export async function deliverText({text, result, out, overwrite, files}: Delivery): Promise<BuiltinOutcome> {
  if (out === undefined) return {stdout: text, result};
  const {path, sizeBytes} = await files.write(out, text, {overwrite});
  return {stdout: `wrote ${path} (${sizeBytes} bytes)\n`, result: {...result, out: path, out_bytes: sizeBytes}};
}

/** Flags of every builtin that can write its text to a file. */
export const outFlags = {
  out: {type: 'path', about: 'write here instead of printing'},
  overwrite: {type: 'boolean', about: 'replace the file when it exists'},
} as const;
