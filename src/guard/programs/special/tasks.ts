import {type Invocation, say} from '../../judge/scope.ts';
import {type Argument, textOf} from '../../shell/argument.ts';

/** A task by which a framework or tool empties what holds data, or takes away what runs: `rails db:reset`, `php artisan migrate:fresh`. */
export function judgeTasks(program: string, args: readonly Argument[], call: Invocation): void {
  const tasks = TASKS.find(([programs]) => programs.test(program))?.[1];
  if (!tasks) return;
  const words = args.map(word => textOf(word) ?? word.prefix).join(' ');
  if (!/(?:^| )(?:--help|-h)(?: |$)/.test(words) && tasks.test(words))
    say(call, 'DANGEROUS', 'task.destroys', `This task of ${program} destroys what holds data, or publishes.`);
}

/** By the name of the program or script; the words of a task with one space between. */
const TASKS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:rails|rake)$/,
    /(?:^| )(?:[\w-]+:)*db:(?:drop|reset|purge|setup|truncate_all|migrate:reset|schema:load|structure:load|seed:replant)(?=[: ]|$)|^(?:destroy|d)(?= )/,
  ],
  [
    /^(?:artisan|console|sail)$/,
    /^(?:artisan )?(?:migrate:(?:fresh|refresh|reset)|db:wipe|doctrine:(?:database|schema):drop)(?= |$)/,
  ],
  [/^(?:manage\.py|django-admin)$/, /^(?:flush|reset_db|reset_schema)(?= |$)|^migrate \w+ zero(?= |$)/],
  [/^setup\.py$/, /(?:^| )(?:upload|register)(?= |$)/],
  [/^svn$/, /^(?:delete|del|remove|rm) .*:\/\//],
  [/^deno$/, /^publish(?= |$)/],
  [/^knex$/, /^migrate:rollback .*--all(?= |$)/],
  [/^(?:code|codium|cursor)$/, /^(?:tunnel|serve-web)(?= |$)/],
  [/^mix$/, /(?:^| )ecto\.(?:drop|reset)(?=[ ,]|$)/],
  [/^prisma$/, /^migrate reset(?= |$)|^db push\b.* --(?:force-reset|accept-data-loss)(?= |$)/],
  [
    /^(?:mvn|mvnw)$/,
    /(?:^| )(?:deploy|site-deploy|(?:deploy|release|nexus-staging|site|versions):(?:deploy|deploy-file|perform|release|revert)\S*)(?= |$)/,
  ],
  [
    /^(?:gradle|gradlew|sbt|lein)$/,
    /(?:^| )\+?(?:[\w-]*:)*(?:publish(?!\w*Local)\w*|uploadArchives|bintrayUpload|deploy(?= clojars))(?= |$)/,
  ],
  [/^lerna$/, /^publish(?= |$)/],
  [/^(?:sequelize|sequelize-cli)$/, /^db:(?:drop|migrate:undo:all)(?= |$)/],
  [/^(?:typeorm|mikro-orm)$/, /(?:^| )schema:(?:drop|fresh)(?= |$)/],
  [/^dotnet(?:-ef)?$/, /^(?:ef )?database drop(?= |$)/],
  [/^(?:flyway|liquibase)$/i, /(?:^| )(?:clean|drop-?all)(?= |$)/i],
  [/^alembic$/, /(?:^| )downgrade base(?= |$)/],
  [/^(?:dbmate|migrate|goose|sqlx|atlas)$/, /(?:^| )(?:drop|reset|(?:database|schema) (?:drop|reset|clean))(?= |$)/],
  [/^wp$/, /^(?:db (?:drop|reset|clean)|site (?:empty|delete))(?= |$)/],
  [/^drush$/, /^(?:sql[:-]drop|site[:-]install)(?= |$)/],
  [/^(?:kubectl|oc|k|kubecolor)$/, /(?:^| )taint .*:NoExecute(?= |$)/],
  [/^mc$/, /^(?:rm|rb|admin)(?= |$)|^mirror\b.* --remove(?= |$)/],
  [/^balena$/, /^(?:local flash|os initialize|(?:device|app|fleet|env) (?:rm|purge|reboot|shutdown|delete))(?= |$)/],
  [/^particle$/, /^(?:flash|update|serial flash|keys|cloud (?:flash|remove))(?= |$)/],
  [/^step$/, /^(?:certificate (?:un)?install|ssh|ca)(?= |$)/],
  [/^(?:mc|s3cmd|s5cmd)$/, /^rb(?= |$)/],
  [/^dvc$/, /^(?:destroy|gc)(?= |$)/],
  [/^ko$/, /^delete(?= |$)/],
  [/^tlmgr$/, /^conf \S+ (?:--delete|shell_escape\S*) \S+/],
  [/^rpcinfo$/, /^-d(?= |$)/],
  [/^airport$/, /(?:^| )-z(?= |$)/],
  [/^bq$/, /(?:^| )(?:rm|truncate)(?= |$)/],
];
