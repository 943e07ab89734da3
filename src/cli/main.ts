/** Where every `cotty` process starts. Imports nothing and waits for nothing, so that even a Node.js of 2019 can read it. */
if (isNodeTooOld()) {
  process.stderr.write(
    `cotty: Node.js 22.13 or newer is needed and this is ${process.version}; install a newer one from https://nodejs.org\n`,
  );
  process.exitCode = 127;
} else {
  void import('./start.ts').then(({start}) => start());
}

function isNodeTooOld(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major < 22 || (major === 22 && minor < 13);
}
