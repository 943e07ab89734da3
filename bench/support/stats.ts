/** Figures of repeated runs. Quote medians and ratios within one run: machines differ and are noisy. */
export interface Figures {
  readonly p50: number;
  readonly p95: number;
  readonly count: number;
}

export function figures(samples: readonly number[]): Figures {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {p50: at(0.5), p95: at(0.95), count: sorted.length};
}

/** Runs `sample` `count` times and returns the milliseconds each took. */
export async function timed(count: number, sample: (index: number) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    await sample(index);
    samples.push(performance.now() - start);
  }
  return samples;
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
