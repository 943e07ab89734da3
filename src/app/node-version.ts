/** True when this Node.js lacks what cotty is written in: it needs 22.13. */
export function isNodeTooOld(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major < 22 || (major === 22 && minor < 13);
}
