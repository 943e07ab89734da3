import {configKeys} from '../../src/app/config-schema.ts';
import {table} from './markdown.ts';

const typeNames = {
  string: 'text',
  strings: 'list of texts',
  number: 'number',
  switch: 'true or false',
  variables: 'table of texts',
  rules: 'array of tables',
  permissions: 'array of tables',
} as const;

const inProject = {
  free: 'yes',
  narrow: 'may only choose among the user’s',
  tighten: 'may only make it stricter',
} as const;

/** Reference of `config.toml`. */
export function configReference(): string {
  const sections = [...new Set(configKeys.map(key => key.section))];
  return [
    '# Configuration',
    '`COTTY_HOME/config.toml`, or the file `COTTY_CONFIG` names. Precedence: flag, environment, `.cotty.toml` of the project (each from the folder upwards; the nearest first, and what makes the guard stricter adds up), this file, default. A key that is not known is an error, and so is a file that another user owns or may write. A project file counts when it is yours or root’s.',
    ...sections.map(section => {
      const keys = configKeys.filter(key => key.section === section);
      const rows = keys.map(key => [
        `\`${key.key}\``,
        typeNames[key.type],
        key.default === null ? '' : `\`${JSON.stringify(key.default)}\``,
        key.type === 'rules' ? '' : `\`${key.variable}\``,
        key.project ? inProject[key.project] : 'no',
        key.about,
      ]);
      return `## \`[${section}]\`\n\n${table(['Key', 'Type', 'Default', 'Variable', 'In a project file', 'Meaning'], rows)}`;
    }),
  ].join('\n\n');
}
