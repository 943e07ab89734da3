/**
 * A Mac's `osascript` with an iTerm2 whose API is off, as far as a program on `PATH` can be both: it keeps each call as it came, and answers
 * by panes of a tmux server of its own. AppleScript itself it does not know: it goes by the first line of a script, and by the values.
 */
import {execFileSync} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export interface OsascriptCall {
  readonly name: string;
  /** What comes behind the application. */
  readonly values: readonly string[];
  readonly script: string;
}

export class OsascriptOnTest implements Disposable {
  readonly folder: string;
  /** Of whoever calls it. */
  readonly env: NodeJS.ProcessEnv;

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'oa-'));
    for (const name of ['bin', 'calls', 'values', 'home']) mkdirSync(join(this.folder, name));
    const program = join(this.folder, 'bin', 'osascript');
    writeFileSync(program, `#!/bin/sh\nfolder='${this.folder}'\n${PROGRAM}`);
    chmodSync(program, 0o755);
    const {PATH, USER} = process.env;
    const home = join(this.folder, 'home');
    const known = {USER, HOME: home, SHELL: '/bin/bash', LANG: 'C.UTF-8', PS1: 'prompt$ ', TMPDIR: tmpdir()};
    this.env = {...known, PATH: `${join(this.folder, 'bin')}:${PATH}`};
    this.#tmux('-f', '/dev/null', 'new-session', '-d', '-x', '80', '-y', '24', 'bash --norc --noprofile');
    this.#tmux('set-option', '-p', '@guid', PERSON);
  }

  /** What was asked so far, in no order that is told. */
  calls(name?: string): readonly OsascriptCall[] {
    const folder = join(this.folder, 'calls');
    const all = readdirSync(folder).filter(file => file.endsWith('.script'));
    return all
      .map(file => {
        const values = readFileSync(join(folder, file.replace('.script', '')), 'utf8')
          .split('\0')
          .slice(0, -1);
        const script = readFileSync(join(folder, file), 'utf8');
        return {name: /^-- cotty: (.*)/.exec(script)?.[1] ?? '', values: values.slice(2), script};
      })
      .filter(call => name === undefined || call.name === name);
  }

  /** From now on it refuses everything as macOS does, with this error; null ends that. */
  refuse(error: string | null): void {
    const path = join(this.folder, 'refuse');
    if (error === null) rmSync(path, {force: true});
    else writeFileSync(path, error);
  }

  /** The person types in the session. */
  type(guid: string, text: string): void {
    const [pane] = this.#tmux('list-panes', '-a', '-f', `#{==:#{@guid},${guid}}`, '-F', '#{pane_id}').split('\n');
    this.#tmux('send-keys', '-t', pane ?? '', '-l', text);
  }

  /** iTerm2 ends, with its sessions. */
  quit(): void {
    this.#tmux('kill-server');
  }

  [Symbol.dispose](): void {
    try {
      this.quit();
    } catch {
      // It has ended before.
    }
    rmSync(this.folder, {recursive: true, force: true, maxRetries: 5});
  }

  #tmux(...argv: readonly string[]): string {
    const options = {env: {...this.env, TERM: 'xterm-256color'}, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']};
    return execFileSync('tmux', ['-S', join(this.folder, 'tmux'), ...argv], options as {encoding: 'utf8'});
  }
}

/** The session of the person, which was there first. */
export const PERSON = '11111111-2222-3333-4444-555555555555';

const PROGRAM = `
cat > "$folder/calls/$$.part"
printf '%s\\0' "$@" > "$folder/calls/$$"
mv "$folder/calls/$$.part" "$folder/calls/$$.script"
name=$(sed -n '1s/^-- cotty: //p' "$folder/calls/$$.script")
on() { tmux -S "$folder/tmux" "$@"; }
if ! on has-session 2> /dev/null; then
  if [ "$name" = running ]; then echo false; else printf '\\036absent\\n'; fi
  exit
fi
[ "$name" = running ] && { echo true; exit; }
if [ -e "$folder/refuse" ]; then cat "$folder/refuse" >&2; exit 1; fi
shift 2
guid=$1
pane() { on list-panes -a -F '#{pane_id} #{@guid}' | sed -n "s/ $guid\\$//p"; }
made() {
  new=$(tr a-z A-Z < /proc/sys/kernel/random/uuid)
  on set-option -p -t "$1" @guid "$new"
  echo "$new"
}
known() {
  case $1 in '' | Default) ;; *) echo 'execution error: there is no such profile (-2753)' >&2; exit 1 ;; esac
}
case $name in
  list)
    on list-panes -a -F 'pty-1|#{window_id}|true|#{?window_active,true,false}|#{?pane_active,true,false}|#{@guid}|#{pane_width}|#{pane_height}|#{pane_tty}|#{pane_current_command}|' |
      tr '|\\n' '\\037\\036'
    echo
    exit ;;
  create) known "$2"; made "$(on new-window -d -P -F '#{pane_id}' "$3")"; exit ;;
esac
at=$(pane)
[ -n "$at" ] || { printf '\\036nobody\\n'; exit; }
case $name in
  split) known "$3"; [ "$2" = beside ] && side=-h || side=-v; made "$(on split-window -d $side -t "$at" -P -F '#{pane_id}' "$4")" ;;
  write) printf %s "$2" | on load-buffer -b "b$$" - && on paste-buffer -r -d -b "b$$" -t "$at" && echo ;;
  contents) on capture-pane -p -S - -t "$at" ;;
  variables)
    shift
    for wanted; do
      case $wanted in
        tty) on display -p -t "$at" '#{pane_tty}' ;;
        name) on display -p -t "$at" '#{pane_title}' ;;
        pid | effective_root_pid) on display -p -t "$at" '#{pane_pid}' ;;
        path) on display -p -t "$at" '#{pane_current_path}' ;;
        jobName) on display -p -t "$at" '#{pane_current_command}' ;;
        *) cat "$folder/values/$guid $wanted" 2> /dev/null ;;
      esac | tr -d '\\n'
      printf '\\036'
    done
    echo ;;
  'set variable') printf %s "$3" > "$folder/values/$guid $2"; echo ;;
  'set name') on select-pane -t "$at" -T "$2"; echo ;;
  resize) on resize-window -t "$at" -x "$2" -y "$3"; echo ;;
  select) on select-window -t "$at"; on select-pane -t "$at"; echo ;;
  close) on kill-pane -t "$at"; echo ;;
  *) echo 'execution error: this is not known (-2741)' >&2; exit 1 ;;
esac
`;
