import {CottyError} from '../core/index.ts';
import {type Approval, exactCommands} from '../guard/index.ts';
import {readTrustedFile, writePrivateFile} from '../private/index.ts';

/**
 * Writes a rule for exactly the commands of the approval into the user's configuration: no other words, and none behind them. Throws
 * `invalid_argument` where a rule cannot say it, `home_unwritable` for a file that is not the user's alone.
 */
export function allowInConfig(configFile: string, approval: Approval): void {
  const commands = exactCommands(approval);
  if (!commands)
    throw new CottyError(
      'invalid_argument',
      'No rule can say what this does.',
      'Approve it once, or write a rule into config.toml by yourself.',
    );
  const before = readTrustedFile(configFile) ?? '';
  const rules = [...new Set(commands)].map(
    command =>
      `\n[[security.rule]] # ${new Date().toISOString()}: approved for always\nregex = ${tomlText(regexOf(command))}\ndecision = "allow"\n`,
  );
  const missing = rules.filter(rule => !before.includes(rule.slice(rule.indexOf('regex = '))));
  writePrivateFile(configFile, `${before !== '' && !before.endsWith('\n') ? '\n' : ''}${missing.join('')}`, {
    as: 'append',
  });
}

function regexOf(command: string): string {
  return command.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** A basic string: control characters are escaped. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', String.raw`\u007f`);
}
