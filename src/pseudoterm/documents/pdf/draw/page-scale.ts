import type {Pdfjs} from '../load-pdfjs.ts';
import type {PdfPage} from '../open-pdf.ts';
import {operatorsOf} from './draw-page.ts';
import {identity, type Matrix, multiply, toMatrix} from './matrix.ts';

/** Pixels a point, so that the largest picture of the page keeps its pixels within what the recogniser likes. */
export async function pageScale(
  pdfjs: Pdfjs,
  page: PdfPage,
  mostPixels: number,
): Promise<{readonly scale: number; readonly largestPixels: number}> {
  const {width, height} = page.getViewport({scale: 1});
  const largest = await largestImage(pdfjs, page);
  const covers = largest === undefined ? 0 : largest.area / (width * height);
  const own = largest && covers > 0.2 ? largest.pixelsPerPoint : USUAL;
  const wanted = Math.min(HIGHEST, Math.max(LOWEST, own));
  const scale = Math.min(wanted, Math.sqrt(mostPixels / (width * height)));
  return {scale, largestPixels: largest?.pixels ?? 0};
}

/** 300, 150 and 400 pixels an inch. */
const USUAL = 300 / 72;
const LOWEST = 150 / 72;
const HIGHEST = 400 / 72;

interface DrawnImage {
  /** Square points. */
  readonly area: number;
  readonly pixelsPerPoint: number;
  readonly pixels: number;
}

async function largestImage(pdfjs: Pdfjs, page: PdfPage): Promise<DrawnImage | undefined> {
  const {OPS} = pdfjs;
  const {fnArray, argsArray} = await operatorsOf(pdfjs, page);
  const kept: Matrix[] = [];
  let matrix: Matrix = identity;
  let largest: DrawnImage | undefined;
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at];
    const list: readonly unknown[] = Array.isArray(args) ? args : [];
    if (operator === OPS.save) kept.push(matrix);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd || operator === OPS.endGroup)
      matrix = kept.pop() ?? matrix;
    else if (operator === OPS.transform) matrix = multiply(matrix, toMatrix(list));
    else if (operator === OPS.paintFormXObjectBegin || operator === OPS.beginGroup) {
      kept.push(matrix);
      if (operator === OPS.paintFormXObjectBegin) matrix = multiply(matrix, toMatrix(list[0]));
    } else {
      const {width, height} = imageSize(OPS, operator, list);
      const [a, b, c, d] = matrix;
      const area = Math.abs(a * d - b * c);
      if (width > 0 && area > (largest?.area ?? 0))
        largest = {area, pixelsPerPoint: width / Math.hypot(a, b), pixels: width * height};
    }
  }
  return largest;
}

function imageSize(ops: Pdfjs['OPS'], operator: number, args: readonly unknown[]): {width: number; height: number} {
  if (operator === ops.paintImageXObject) return {width: Number(args[1]) || 0, height: Number(args[2]) || 0};
  const isWhole = operator === ops.paintInlineImageXObject || operator === ops.paintImageMaskXObject;
  const image = isWhole ? args[0] : undefined;
  if (typeof image !== 'object' || image === null || !('width' in image) || !('height' in image))
    return {width: 0, height: 0};
  return {width: Number(image.width) || 0, height: Number(image.height) || 0};
}
