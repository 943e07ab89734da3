/**
 * What the server tells its memory allocator, which reads its environment once, before anything else runs (mallopt(3)): by itself
 * glibc keeps more and more of what large reads have used, so that a search through a long log would stay in memory for ever.
 */
const SETTINGS: Readonly<Record<string, string>> = {MALLOC_MMAP_THRESHOLD_: '131072'};

/** For starting the server. Settings that somebody has made stay. */
export function withAllocatorSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {...SETTINGS, ...env};
}

/** In the server: they were for itself, not for the programs that it starts. */
export function dropAllocatorSettings(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(SETTINGS)) if (env[name] === value) delete env[name];
}
