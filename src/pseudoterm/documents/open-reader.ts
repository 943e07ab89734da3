import type {DocumentFormat} from './format.ts';
import type {DocumentReader} from './read-context.ts';

/** The reader of a format, loaded on first use. */
export async function openReader(format: DocumentFormat): Promise<DocumentReader> {
  switch (format) {
    case 'pdf':
      return (await import('./pdf/read-pdf.ts')).readPdf;
    case 'docx':
      return (await import('./docx/read-docx.ts')).readDocx;
    case 'pptx':
      return (await import('./pptx/read-pptx.ts')).readPptx;
    case 'xlsx':
      return (await import('./sheets/read-xlsx.ts')).readXlsx;
    case 'odt':
      return (await import('./odf/read-odt.ts')).readOdt;
    case 'ods':
      return (await import('./odf/read-ods.ts')).readOds;
    case 'odp':
      return (await import('./odf/read-odp.ts')).readOdp;
    case 'epub':
      return (await import('./epub/read-epub.ts')).readEpub;
    case 'html':
      return (await import('./html/read-html.ts')).readHtml;
    case 'rtf':
      return (await import('./rtf/read-rtf.ts')).readRtf;
    case 'csv':
      return (await import('./plain/read-csv.ts')).readCsv;
    case 'md':
      return (await import('./plain/read-markdown.ts')).readMarkdown;
    case 'txt':
      return (await import('./plain/read-text.ts')).readText;
    default:
      return format satisfies never;
  }
}
