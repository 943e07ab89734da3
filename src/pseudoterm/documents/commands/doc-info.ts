import {defineBuiltin} from '../../command.ts';
import {describeDocument} from '../describe-document.ts';
import {documentFlags, documentResources, loadDocument} from './load-document.ts';

export const docInfo = defineBuiltin({
  name: 'doc info',
  summary: 'format, metadata and parts of a document',
  flags: documentFlags,
  examples: ['doc info --in report.pdf'],
  capabilities: ['read'],
  resourceLimits: documentResources,
  async run({flags, files, limits, signal}) {
    const document = await loadDocument(flags.in, flags.format, {files, limits});
    const {format, bytes} = document;
    const {metadata, parts, warnings} = await describeDocument(bytes, {format, limits: document.limits, signal});
    const [first] = parts;
    const lines = [
      `format: ${format}`,
      `bytes: ${bytes.byteLength}`,
      ...(first ? [`${first.kind}s: ${parts.length}`] : []),
      ...Object.entries(metadata).map(([name, value]) => `${name}: ${value}`),
      ...parts
        .filter(part => part.name !== undefined)
        .slice(0, mostParts)
        .map(part => `${part.kind} ${part.number}: ${part.name}`),
      ...warnings.map(warning => `warning: ${warning}`),
    ];
    return {
      stdout: `${lines.join('\n')}\n`,
      result: {
        status: 'ok',
        format,
        bytes: bytes.byteLength,
        pages: parts.length,
        metadata: {...metadata},
        parts: parts.slice(0, mostParts).map(part => ({...part})),
        warnings,
      },
    };
  },
});

const mostParts = 200;
