/** A sheet of a million rows takes a while. */
export const tableLimits = {timeMs: 120_000, memoryBytes: 1024 * 1024 * 1024, outputBytes: 256 * 1024 * 1024} as const;
