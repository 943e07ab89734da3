/** The version of cotty, from package.json: the one place that knows it. */
import facts from '../../package.json' with {type: 'json'};

export const version: string = facts.version;
