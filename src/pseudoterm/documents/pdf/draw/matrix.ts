/** `[a b c d e f]` of PDF (ISO 32000-2, 8.3.3): x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** What `inner` does first, `outer` does then. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  return [
    a * inner[0] + c * inner[1],
    b * inner[0] + d * inner[1],
    a * inner[2] + c * inner[3],
    b * inner[2] + d * inner[3],
    a * inner[4] + c * inner[5] + e,
    b * inner[4] + d * inner[5] + f,
  ];
}

/** Undefined for one that puts everything onto a line. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-12) return undefined;
  const by = 1 / determinant;
  return [d * by, -b * by, -c * by, a * by, (c * f - d * e) * by, (b * e - a * f) * by];
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** How much longer lines become, in the mean of both directions. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Six numbers of pdf.js; what is missing is as in the identity. */
export function toMatrix(given: unknown): Matrix {
  const isList = Array.isArray(given) || given instanceof Float32Array || given instanceof Float64Array;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = isList ? given : [];
  return [a, b, c, d, e, f];
}
