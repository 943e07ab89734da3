import {describeTools} from './describe-tools.ts';

/**
 * Every tool. In `dist/` this module is its own value: `script/bundle.ts` evaluates it when it builds, so that the command line
 * loads neither the tools nor the schemas they are made of.
 */
export const toolDescriptions = describeTools();
