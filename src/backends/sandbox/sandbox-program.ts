/** A session's program inside of a sandbox: what to spawn in its place. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {CottyError, type SandboxFacts, type SandboxRequest, sandboxName} from '../../core/index.ts';
import {findBubblewrap, tryBubblewrap} from './bubblewrap.ts';
import {bubblewrapArguments} from './bubblewrap-arguments.ts';
import {placesToProtect, protectPlaces} from './protected-places.ts';
import {type SandboxSurroundings, type SandboxView, sandboxView} from './sandbox-view.ts';
import {seatbeltProfile} from './seatbelt-profile.ts';
import {setuidFilter} from './seccomp-filter.ts';

export interface ConfinedProgram {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly facts: SandboxFacts;
  /** To be called when the session has ended. */
  readonly tidy: () => Promise<void>;
}

/**
 * Puts a program into a sandbox. Errors: `invalid_argument` for a folder that cannot be confined to, `not_supported` where there is no
 * tool for it or the system does not permit it, `spawn_failed` where the program is not to be seen from inside.
 */
export async function confinedProgram(
  argv: readonly string[],
  request: SandboxRequest,
  surroundings: SandboxSurroundings,
): Promise<ConfinedProgram> {
  const view = sandboxView(request, surroundings);
  const {project, network} = view;
  const facts = {project, network};
  const env = {...withoutDoors(surroundings.env), COTTY_SANDBOX: sandboxName(facts)};
  switch (process.platform) {
    case 'linux': {
      const bubblewrap = findBubblewrap();
      const places = protectPlaces(project, view.cottyHome);
      const tidy = places.release;
      try {
        const command = filtered(bubblewrap, view);
        const args = bubblewrapArguments(view, places);
        await tryBubblewrap([...command, ...args], argv[0]);
        return {argv: [...command, ...args, '--', ...argv], env: {...env, TMPDIR: '/tmp'}, facts, tidy};
      } catch (error) {
        await tidy();
        throw error;
      }
    }
    case 'darwin': {
      const temporary = temporaryFolder(view);
      const profile = seatbeltProfile(view, {temporary, readOnly: placesToProtect(project)});
      const tidy = async (): Promise<void> => undefined;
      return {argv: ['/usr/bin/sandbox-exec', '-p', profile, ...argv], env: {...env, TMPDIR: temporary}, facts, tidy};
    }
    default:
      throw new CottyError(
        'not_supported',
        `There are no sandboxes on ${process.platform}.`,
        'Open the session without one, in a container or as another user.',
      );
  }
}

/** bubblewrap takes the filter by a descriptor, which a shell opens: what makes the terminal hands none on. */
function filtered(bubblewrap: string, view: SandboxView): readonly string[] {
  const filter = setuidFilter();
  if (!filter) return [bubblewrap];
  const file = join(dirname(view.integration.folder), 'setuid.bpf');
  writeFileSync(file, filter, {mode: 0o600});
  return ['/bin/sh', '-c', 'exec "$@" 9<"$0"', file, bubblewrap, '--seccomp', '9'];
}

function temporaryFolder({integration}: SandboxView): string {
  const folder = join(dirname(integration.folder), 'tmp');
  mkdirSync(folder, {recursive: true, mode: 0o700});
  return folder;
}

/** Variables that say where programs outside are to be reached: from inside they are not. */
const DOORS = new Set([
  'COTTY_HOME',
  'COTTY_CONFIG',
  'DBUS_SESSION_BUS_ADDRESS',
  'DISPLAY',
  'DOCKER_HOST',
  'GPG_AGENT_INFO',
  'SSH_AGENT_PID',
  'SSH_AUTH_SOCK',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
]);

function withoutDoors(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !DOORS.has(name)));
}
