/** What single programs take at their prompts, and by how few letters. */

/** By the program that reads: what of its own commands starts programs, or runs code. */
const STARTS: readonly (readonly [RegExp, RegExp])[] = [
  // Debugging with GDB, “Shell Commands”, “Starting”, “Pipe”: commands go by any beginning that is no other's, and `run` gives its words to a shell.
  [
    /^(?:rust-)?gdb/,
    /^[^\S\n]{0,20}(?:she(?:ll?)?\b|!|pipe?\b|\||mak|py\w*|pi\b|gu(?:i\w*)?\b|gr\b|sou?\w*\b|comp|edit|e\b|int\w*-|tar\w*\s[^\n|]{0,200}\||set\s+exec-w|add-auto|(?:r|run|sta\w*|set\s+ar\w*)\s[^\n;&|<>]{0,200}[;&|<>]|(?:thread|frame|inferior|with|faas|taas|tfaas)\b[^\n]{0,200}(?:\bshel?l?\b|!|\|))/im,
  ],
  // LLDB, “Commands”: the same.
  [
    /^lldb/,
    /^[^\S\n]{0,20}(?:sc(?:r\w*)?\b|pla?t?\w*\s+sh|com\w*\s+(?:sc|so)|target\s+stop-hook|exp?r?\w*\s.{0,200}\bsystem\b)/im,
  ],
  // ed(1): `r !command`, `w !command`, `e !command`, behind an address or `g/re/`.
  [/^(?:r?ed|ex)$/, /^(?:[\d,.$;%+\-\s]|'[a-z]|g?[/?][^/?\n]{0,100}[/?]){0,10}[rweE]?[^\S\n]{0,20}!/m],
  [
    /^(?:irb|ruby|pry)/,
    /\bopen\s*\(?\s*['"]\||\b(?:__send__|public_send|send)[\s(]+[:"'(]|\bmethod\s*\(\s*:|\b(?:instance|class|module)_(?:eval|exec)\b|\bconst_get\b/,
  ],
  [/^(?:node|nodejs)$/, /\b(?:mainModule|getBuiltinModule|_load|_linkedBinding)\b/],
];

/** It starts a program, or runs code of another kind, by a command of this program's own. */
export function startsProgram(program: string): RegExp | undefined {
  return STARTS.find(([name]) => name.test(program))?.[1];
}
