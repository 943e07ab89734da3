/** An address that may stand in a link: web, mail, ftp or a place in the document; undefined for scripts and data. */
export function linkTarget(address: string | undefined): string | undefined {
  const trimmed = address?.trim().replaceAll(/[\s\u0000-\u001f]/g, '');
  if (!trimmed) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme === undefined) return trimmed;
  return allowedSchemes.has(scheme) ? trimmed : undefined;
}

const allowedSchemes: ReadonlySet<string> = new Set([
  'http',
  'https',
  'mailto',
  'ftp',
  'ftps',
  'tel',
  'news',
  'geo',
  'doi',
]);
