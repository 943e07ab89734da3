import {childrenOf, readProc} from '../system/process-table.ts';

/**
 * The process, as we number them, that bubblewrap started in its sandbox: the child of the first process of the namespace, and the second
 * one in it for as long as it lives. Undefined before there is one. `bubblewrap` is the process that was started on the terminal.
 */
export function shellInSandbox(bubblewrap: number): number | undefined {
  const inits = childrenOf(bubblewrap).filter(pid => innermostPid(pid) === 1);
  return inits.flatMap(childrenOf).find(pid => innermostPid(pid) === 2);
}

/** proc_pid_status(5): its numbers in the namespaces from ours to its own. */
function innermostPid(pid: number): number | undefined {
  const [, numbers] = /^NSpid:\s*(.*)$/m.exec(readProc(`${pid}/status`) ?? '') ?? [];
  const inner = numbers?.trim().split(/\s+/) ?? [];
  return inner.length > 1 ? Number(inner.at(-1)) : undefined;
}
