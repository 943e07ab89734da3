import type {FileAccess} from './command.ts';
import type {CountingSink} from './counting-sink.ts';

/** The files of one run: what it writes counts as its output, and nothing is read or written after its end. */
export function countedFiles(files: FileAccess, sink: CountingSink, scope: FileScope): FileAccess {
  const {signal, inputBytes} = scope;
  const guarded = async <T>(task: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    return await task();
  };
  return {
    read: (path, options) =>
      guarded(() => files.read(path, {maxBytes: Math.min(inputBytes, options?.maxBytes ?? inputBytes)})),
    stat: path => guarded(() => files.stat(path)),
    list: path => guarded(() => files.list(path)),
    makeDirectory: path => guarded(() => files.makeDirectory(path)),
    write: (path, content, options) =>
      guarded(() => {
        sink.count(typeof content === 'string' ? new TextEncoder().encode(content).length : content.length);
        return files.write(path, content, options);
      }),
  };
}

interface FileScope {
  readonly signal: AbortSignal;
  readonly inputBytes: number;
}
