/**
 * Namespace addresses to the prefixes that the readers write, so that a file may use any prefix it likes. ECMA-376
 * (transitional and strict), ODF 1.3, EPUB 3.3.
 */
const prefixes: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://schemas.openxmlformats.org/presentationml/2006/main', 'p'],
  ['http://purl.oclc.org/ooxml/presentationml/main', 'p'],
  ['http://schemas.openxmlformats.org/spreadsheetml/2006/main', 's'],
  ['http://purl.oclc.org/ooxml/spreadsheetml/main', 's'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://schemas.openxmlformats.org/package/2006/relationships', 'rel'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://schemas.openxmlformats.org/package/2006/metadata/core-properties', 'cp'],
  ['http://schemas.openxmlformats.org/drawingml/2006/chart', 'c'],
  ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'dgm'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://purl.org/dc/terms/', 'dcterms'],
  ['urn:oasis:names:tc:opendocument:xmlns:office:1.0', 'office'],
  ['urn:oasis:names:tc:opendocument:xmlns:text:1.0', 'text'],
  ['urn:oasis:names:tc:opendocument:xmlns:table:1.0', 'table'],
  ['urn:oasis:names:tc:opendocument:xmlns:style:1.0', 'style'],
  ['urn:oasis:names:tc:opendocument:xmlns:drawing:1.0', 'draw'],
  ['urn:oasis:names:tc:opendocument:xmlns:presentation:1.0', 'presentation'],
  ['urn:oasis:names:tc:opendocument:xmlns:meta:1.0', 'meta'],
  ['urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0', 'fo'],
  ['urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0', 'svg'],
  ['urn:oasis:names:tc:opendocument:xmlns:manifest:1.0', 'manifest'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
  ['http://www.idpf.org/2007/opf', ''],
  ['http://www.idpf.org/2007/ops', 'epub'],
  ['http://www.daisy.org/z3986/2005/ncx/', ''],
  ['urn:oasis:names:tc:opendocument:xmlns:container', ''],
]);

/** Prefixes in force for one element: written prefix → canonical one. */
export type PrefixScope = ReadonlyMap<string, string>;

/** The scope inside of an element with these attributes; the outer one when it declares nothing. */
export function enterScope(outer: PrefixScope, attributes: Readonly<Record<string, string>>): PrefixScope {
  let scope: Map<string, string> | undefined;
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue;
    const written = name === 'xmlns' ? '' : name.slice('xmlns:'.length);
    const canonical = prefixes.get(attributes[name] ?? '');
    scope ??= new Map(outer);
    scope.set(written, canonical ?? written);
  }
  return scope ?? outer;
}

/** `x:row` → `s:row` when the file bound `x` to spreadsheetml. */
export function canonicalName(name: string, scope: PrefixScope): string {
  const colon = name.indexOf(':');
  const written = colon === -1 ? '' : name.slice(0, colon);
  const canonical = scope.get(written) ?? written;
  if (canonical === written) return name;
  const local = colon === -1 ? name : name.slice(colon + 1);
  return canonical === '' ? local : `${canonical}:${local}`;
}
