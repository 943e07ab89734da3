/** What iTerm2 shows of sessions of cotty's, where its person has asked for that: in a status bar, as a badge, by a tab's colour. */
import type {PaneState, ShownPlace} from '../../core/index.ts';
import {
  type Requests,
  readProfile,
  readVariables,
  type StatusBarComponent,
  setProfile,
  setVariable,
} from '../../iterm2-api/index.ts';
import {wordsOf} from '../application/words-of-state.ts';

/** Of the session; the component is asked for its text when it changes. */
const STATUS = 'user.cotty_status';
/** What badge and colour the session had before, for whoever takes ours away. */
const BEFORE = 'user.cotty_before';

export const STATUS_BAR: StatusBarComponent = {
  id: 'dev.cotty.agent',
  shortDescription: 'Agent (cotty)',
  detailedDescription: 'What an agent does in the session, and whether it needs you',
  exemplar: 'Agent: running npm test',
  variable: STATUS,
};

/** Shows a state of a session; null takes away what was shown, and the session looks as it did before. */
export async function showState(
  api: Requests,
  guid: string,
  state: PaneState | null,
  places: readonly ShownPlace[],
): Promise<void> {
  if (places.includes('status_bar')) await setVariable(api, guid, STATUS, state && wordsOf(state));
  if (!places.includes('badge') && !places.includes('tab_color')) return;
  if (state) await decorate(api, guid, state, places);
  else await undecorate(api, guid);
}

async function decorate(api: Requests, guid: string, state: PaneState, places: readonly ShownPlace[]): Promise<void> {
  const told = await readVariables(api, guid, [BEFORE]);
  if (told[BEFORE] === null) {
    const profile = await readProfile(api, guid);
    const kept = PROPERTIES.filter(key => profile.get(key) !== undefined).map(key => [key, profile.get(key)]);
    await setVariable(api, guid, BEFORE, Object.fromEntries(kept));
  }
  await setProfile(api, guid, {
    // iTerm2 computes what stands in a badge: no word of an agent's may be in it.
    ...(places.includes('badge') && {'Badge Text': BADGES[state.type]}),
    ...(places.includes('tab_color') && {'Use Tab Color': true, 'Tab Color': COLOURS[state.type]}),
  });
}

async function undecorate(api: Requests, guid: string): Promise<void> {
  const {[BEFORE]: before} = await readVariables(api, guid, [BEFORE]);
  if (typeof before !== 'object' || before === null) return;
  await setProfile(api, guid, {'Badge Text': '', 'Use Tab Color': false, ...before});
  await setVariable(api, guid, BEFORE, null);
}

const BADGES: Readonly<Record<PaneState['type'], string>> = {
  ready: 'Agent: Ready',
  running: 'Agent: running',
  needsPerson: 'Agent: needs you',
};

const PROPERTIES = ['Badge Text', 'Use Tab Color', 'Tab Color'] as const;

/** As iTerm2 keeps colours in profiles. */
const COLOURS: Readonly<Record<PaneState['type'], Readonly<Record<string, unknown>>>> = {
  ready: colour(0.35, 0.6, 0.4),
  running: colour(0.25, 0.45, 0.75),
  needsPerson: colour(0.85, 0.45, 0.1),
};

function colour(red: number, green: number, blue: number): Readonly<Record<string, unknown>> {
  const parts = {'Red Component': red, 'Green Component': green, 'Blue Component': blue};
  return {...parts, 'Alpha Component': 1, 'Color Space': 'sRGB'};
}
