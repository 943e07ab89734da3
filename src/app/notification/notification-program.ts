import {statSync} from 'node:fs';

/** What a notification says, and what can be answered to it. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
  /** Answers by their names in the notification; none for one that only tells. */
  readonly answers: Readonly<Record<string, string>>;
}

/** A program that shows notifications on this desktop. */
export interface NotificationProgram {
  readonly path: string;
  argumentsFor(text: NotificationText): readonly string[];
  /** The name of the answer that it prints; undefined for none. */
  answerIn(output: string, text: NotificationText): string | undefined;
}

/** Only in folders of the system: in one of the user's an agent might have put its own, which says yes. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  linux: ['/usr/bin/notify-send', '/bin/notify-send', '/run/current-system/sw/bin/notify-send'],
  darwin: ['/usr/bin/osascript'],
};

/** Undefined where there is none that only the system can have put there. */
export function findNotificationProgram(platform: NodeJS.Platform = process.platform): NotificationProgram | undefined {
  const path = PLACES[platform]?.find(isOfSystem);
  if (path === undefined) return undefined;
  return platform === 'darwin' ? appleScript(path) : notifySend(path);
}

function isOfSystem(path: string): boolean {
  const facts = statSync(path, {throwIfNoEntry: false});
  return facts?.isFile() === true && facts.uid === 0 && (facts.mode & 0o022) === 0;
}

/** libnotify 0.8 and newer has actions; where the desktop has none it shows the text without them. */
export function notifySend(path: string): NotificationProgram {
  return {
    path,
    argumentsFor: ({title, body, answers}) => [
      '--app-name=cotty',
      '--urgency=critical',
      ...Object.entries(answers).map(([name, label]) => `--action=${name}=${label}`),
      '--',
      title,
      // The body is markup, in which it understands escapes of C before.
      markup(body).replaceAll('\\', '\\\\'),
    ],
    answerIn: (output, {answers}) => Object.keys(answers).find(name => name === output.trim()),
  };
}

function markup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The text is in the arguments, never in the script. */
export function appleScript(path: string): NotificationProgram {
  return {
    path,
    argumentsFor({title, body, answers}) {
      const labels = Object.values(answers).map(label => `"${label}"`);
      const [first] = labels;
      const shows =
        first === undefined
          ? 'display notification (item 2 of argv) with title (item 1 of argv)'
          : `display dialog (item 2 of argv) with title (item 1 of argv) buttons {${labels.join(', ')}} default button ${first} giving up after 600`;
      return ['-e', 'on run argv', '-e', shows, '-e', 'end run', title, body];
    },
    answerIn: (output, {answers}) =>
      Object.keys(answers).find(name =>
        new RegExp(`^button returned:${answers[name]}, gave up:false\\s*$`).test(output),
      ),
  };
}
