/** The page with this text between the two comments that name the section, `<!-- NAME -->` and `<!-- /NAME -->`; at its end where it has none. */
export function withSection(page: string, name: string, section: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const at = page.indexOf(begin);
  const to = page.indexOf(end);
  if (at < 0 || to < 0) return `${page.trimEnd()}\n\n${begin}\n${section}\n${end}\n`;
  return `${page.slice(0, at)}${begin}\n${section}\n${page.slice(to)}`;
}
