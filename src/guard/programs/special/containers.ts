import {judgePath} from '../../judge/judge-path.ts';
import {type Invocation, say, sayFact} from '../../judge/scope.ts';
import {resolvePath} from '../../paths/resolve-path.ts';
import {type Argument, textOf} from '../../shell/argument.ts';
import {readOptions} from '../read-options.ts';
import {readTable} from '../row.ts';

const row = readTable(
  `docker run | C | t* | -d -i -t -P -q --detach --interactive --tty --rm --init --read-only --no-healthcheck --publish-all --oom-kill-disable --sig-proxy? --quiet -e: --env: --env-file:r -v: --volume: --mount: -w: --workdir: -p: --publish: --name: -u: --user: --network: --net: --entrypoint: -h: --hostname: -l: --label: --platform: --pull: --restart: -m: --memory: --cpus: --gpus: --add-host: --dns: --expose: --link: --log-driver: --log-opt: --shm-size: --tmpfs: --ulimit: --stop-signal: --stop-timeout: --memory-swap: --cpu-shares: --cpuset-cpus: --volumes-from: --cidfile:w --privileged^D --cap-add:^D --device:^D --pid:^D --ipc: --uts: --userns:^D --cgroupns: --security-opt:^D --sysctl:^D --group-add: --runtime:^D --device-cgroup-rule:^D`,
).get('docker run');

/** `docker run`: confined, unless parts of this machine are given to it. */
export function judgeContainer(call: Invocation, args: readonly Argument[]): void {
  if (!row) return;
  say(call, 'CAUTION', 'program', 'It runs a container.');
  const read = readOptions(row, args, true);
  let shares = false;
  for (const {name, facts, value, at} of read.options) {
    say(call, facts.level, 'option', `${name} opens the container to the machine.`, at);
    const text = value ? (textOf(value) ?? value.prefix) : '';
    if (value && facts.kind === 'write') judgePath(value, 'write', call);
    if (/^(?:-v|--volume|--mount)$/.test(name) && value) {
      shares = true;
      judgeMount(value, text, call);
    }
    if (/^(?:--network|--net|--ipc|--uts|--cgroupns)$/.test(name) && text === 'host')
      say(call, 'DANGEROUS', 'option', `${name} host opens the container to the machine.`, at);
  }
  const command = read.rest.slice(1);
  if (shares && command.length > 0) call.scope.judge.words(command, call.scope, call.input);
}

function judgeMount(value: Argument, text: string, call: Invocation): void {
  const source = /(?:source|src)=([^,]*)/.exec(text)?.[1] ?? text.split(':')[0] ?? '';
  const isReadOnly = /:ro\b|readonly/.test(text);
  if (
    /^\/(?:$|var\/run|run|etc|root|home|Users|proc|sys|dev)(?:\/?$|\/docker|\/containerd)/.test(source) ||
    source === '/' ||
    resolvePath(source, call.scope.cwd) === call.scope.home
  )
    sayFact(call, 'DANGEROUS', 'container.mount', `The container gets ${source} of this machine.`, value);
  else if (/[/.~]/.test(source))
    judgePath({...value, values: [{text: source, glob: false}], prefix: source}, isReadOnly ? 'read' : 'write', call);
}
