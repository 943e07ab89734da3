import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {findBubblewrap, tryBubblewrap} from './bubblewrap.ts';

/** What makes sandboxes here, tried on an empty one; throws `not_supported` with what to do where there is nothing or it may not. */
export async function lookAtSandbox(): Promise<string> {
  if (process.platform === 'darwin') {
    await promisify(execFile)('/usr/bin/sandbox-exec', ['-p', '(version 1)(allow default)', '/usr/bin/true']);
    return 'sandbox-exec ran a program in one';
  }
  const bubblewrap = findBubblewrap();
  const spaces = ['--unshare-user-try', '--unshare-pid', '--unshare-net', '--cap-drop', 'ALL'];
  await tryBubblewrap([bubblewrap, ...spaces, '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc']);
  const {stdout} = await promisify(execFile)(bubblewrap, ['--version']);
  return `${stdout.trim()} (${bubblewrap}) ran a program in one`;
}
