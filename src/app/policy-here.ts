import type {FolderLook, Policy} from '../guard/index.ts';
import type {Home} from './home.ts';

export interface PolicyHereOptions {
  readonly home: Home;
  readonly env: NodeJS.ProcessEnv;
  /** Where somebody stands; null where that is not known. */
  readonly cwd: string | null;
}

/** What holds there, by the configuration of the user and of the project. The parser of command lines is loaded with it. */
export async function policyHere({
  home,
  env,
  cwd,
}: PolicyHereOptions): Promise<{readonly policy: Policy; readonly look: FolderLook}> {
  const {EffectivePolicy} = await import('./effective-policy.ts');
  const {folderLook} = await import('./folder-look.ts');
  return {policy: await new EffectivePolicy({home, env}).at(cwd), look: folderLook([home.configFile])};
}
