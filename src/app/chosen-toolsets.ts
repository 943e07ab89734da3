import {loadConfig} from './config.ts';
import {currentFolder} from './current-folder.ts';
import {locateHome} from './home.ts';
import {parseToolsets} from './toolsets.ts';

/** Toolsets of one MCP client: its flag, else what the project narrows. Undefined leaves the choice to the server. */
export async function chosenToolsets(
  flag: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[] | undefined> {
  if (flag !== undefined) return parseToolsets(splitList(flag));
  const home = locateHome(env);
  const here = await loadConfig({home, env, cwd: currentFolder()});
  const everywhere = await loadConfig({home, env: {}});
  const isSame = here.server.toolsets.join() === everywhere.server.toolsets.join();
  return isSame ? undefined : here.server.toolsets;
}

export function splitList(text: string): string[] {
  return text.split(',').flatMap(item => item.trim() || []);
}
