/** Outlines: y grows downwards, areas are filled by the nonzero rule. */

export type Segment =
  | readonly ['M', number, number]
  | readonly ['L', number, number]
  | readonly ['Q', number, number, number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

export type Path = readonly Segment[];

export function rectangle(left: number, top: number, right: number, bottom: number): Path {
  if (right <= left || bottom <= top) return [];
  return [['M', left, top], ['L', right, top], ['L', right, bottom], ['L', left, bottom], ['Z']];
}

export function polygon(...points: readonly (readonly [number, number])[]): Path {
  return [...points.map(([x, y], index): Segment => [index === 0 ? 'M' : 'L', x, y]), ['Z']];
}

/** `x * scaleX + dx`, `y * scaleY + dy` */
export interface Placement {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly dx: number;
  readonly dy: number;
}

export function placed(path: Path, {scaleX, scaleY, dx, dy}: Placement): Path {
  const x = (value: number): number => value * scaleX + dx;
  const y = (value: number): number => value * scaleY + dy;
  return path.map((segment): Segment => {
    switch (segment[0]) {
      case 'M':
      case 'L':
        return [segment[0], x(segment[1]), y(segment[2])];
      case 'Q':
        return ['Q', x(segment[1]), y(segment[2]), x(segment[3]), y(segment[4])];
      case 'C':
        return ['C', x(segment[1]), y(segment[2]), x(segment[3]), y(segment[4]), x(segment[5]), y(segment[6])];
      case 'Z':
        return segment;
      default:
        return segment satisfies never;
    }
  });
}

/** As the attribute `d` of SVG has it, to a hundredth of a unit. */
export function svgPath(path: Path): string {
  return path
    .map(([type, ...values]) => `${type}${values.map(value => Math.round(Number(value) * 100) / 100).join(' ')}`)
    .join('');
}
