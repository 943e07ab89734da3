/** pdf.js of Mozilla on this very thread, without a canvas. */
export type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

let loading: Promise<Pdfjs> | undefined;

export function loadPdfjs(): Promise<Pdfjs> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Pdfjs> {
  // Where it finds its other half, it starts no worker.
  Object.assign(globalThis, {pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs')});
  // Classes of browsers that it names when it is loaded, and would use only to draw.
  for (const name of ['DOMMatrix', 'Path2D']) if (!(name in globalThis)) Object.assign(globalThis, {[name]: class {}});
  const {getBuiltinModule} = process;
  const {warn} = console;
  try {
    // It looks for a native canvas and complains when there is none.
    process.getBuiltinModule = () => {
      throw new Error('There is no canvas here.');
    };
    console.warn = () => {};
    return await import('pdfjs-dist/legacy/build/pdf.mjs');
  } finally {
    process.getBuiltinModule = getBuiltinModule;
    console.warn = warn;
  }
}
