import {judgePath} from '../../judge/judge-path.ts';
import {type Invocation, sayFact} from '../../judge/scope.ts';
import {placeIn} from '../../judge/through-links.ts';
import {resolvePath} from '../../paths/resolve-path.ts';
import {type Argument, tail, textOf} from '../../shell/argument.ts';

/** Where an archive is unpacked: names of what comes out stand in it, and nowhere in the line. */
export function judgeUnpacking(call: Invocation): void {
  const into = UNPACKERS.find(([names]) => names.test(call.name))?.[1](
    call.args,
    call.args.map(word => textOf(word) ?? word.prefix),
  );
  if (into === undefined) return;
  if (call.name === 'unzip' && call.args.some(word => /^-[a-zA-Z]*:/.test(word.prefix)))
    sayFact(call, 'DANGEROUS', 'option', 'Names in the archive may lead anywhere.', call.span);
  if (into) judgePath(into, 'write', call);
  judgeUnpacked(into ?? undefined, call);
}

/** A folder of the system, or of what is obeyed, may get another file of any name. `folder`: undefined where it is that of the shell. */
export function judgeUnpacked(folder: Argument | undefined, call: Invocation): void {
  const {scope} = call;
  const path = folder ? resolvePath(textOf(folder) ?? '', scope.cwd) : scope.cwd;
  // Whoever has opened a shell there means that.
  if (path === null || (path === scope.start && !/^[~/]/.test(folder?.source ?? ''))) return;
  const {isStartup, isSystem} = placeIn(scope, path, false);
  if (path === '/' || isStartup || isSystem)
    sayFact(
      call,
      'DANGEROUS',
      'path.unpacked',
      'What comes out may be run, or obeyed, by other programs later.',
      folder ?? call.span,
    );
}

/** The folder; null where it is that of the shell, undefined where nothing is unpacked. */
type Into = (args: readonly Argument[], texts: readonly string[]) => Argument | null | undefined;

const UNPACKERS: readonly (readonly [RegExp, Into])[] = [
  [
    /^unzip$/,
    (args, texts) => {
      if (texts.some(text => /^-[a-zA-Z]*[ltpvZc]/.test(text))) return undefined;
      const place = texts.findIndex(text => /^-d/.test(text));
      const own = texts[place] === '-d' ? args[place + 1] : args[place] && tail(args[place], 2);
      return place < 0 ? null : own;
    },
  ],
  [
    /^7z[arz]?$/,
    (args, texts) => {
      if (!/^[xe]$/.test(texts[0] ?? '') || texts.includes('-so')) return undefined;
      const option = args.find((_, place) => /^-o./.test(texts[place] ?? ''));
      return option ? tail(option, 2) : null;
    },
  ],
  [
    /^(?:un)?rar$/,
    (args, texts) => {
      if (!/^[xe]$/.test(texts[0] ?? '')) return undefined;
      return texts.at(-1)?.endsWith('/') ? args.at(-1) : null;
    },
  ],
  [/^ditto$/, (args, texts) => (texts.some(text => /^-[a-zA-Z]*x/.test(text)) ? args.at(-1) : undefined)],
  [
    /^cpio$/,
    (args, texts) => {
      if (
        !texts.some(text => /^(?:-[a-zA-Z]*i|--extract$)/.test(text)) ||
        texts.some(text => /^-[a-zA-Z]*t/.test(text))
      )
        return undefined;
      const place = texts.findIndex(text => /^(?:-[a-zA-Z]*D|--directory)$/.test(text));
      return place < 0 ? null : args[place + 1];
    },
  ],
];
