/** Where this process stands; undefined when that folder has been deleted. */
export function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
