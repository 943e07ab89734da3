import {locateHome} from '../../app/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {checkInstallation} from '../check-installation.ts';

export const doctorVerb = defineVerb({
  name: 'doctor',
  usage: '',
  details: 'Exits with 1 when something that is needed is broken; what is only missing for comfort does not count.',
  options: {},
  words: [0, 0],
  async run({output, env}) {
    const checks = await checkInstallation(locateHome(env), env);
    if (output.isJson) output.value({checks});
    else {
      for (const check of checks) {
        output.print(`${mark[check.result]}  ${check.name}: ${check.found}`);
        if (check.advice !== undefined) output.print(`      ${check.advice}`);
      }
    }
    return checks.some(check => check.result === 'broken') ? 1 : 0;
  },
});

const mark = {good: 'ok  ', missing: '–   ', broken: 'FAIL'} as const;
