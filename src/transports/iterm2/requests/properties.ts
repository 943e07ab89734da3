/** Properties of windows and sessions, profiles, preferences, colour presets. */
import {type Session, themes} from '../../../engine/index.ts';
import {
  ColorPresetResponse_Status,
  PreferencesResponse_Result_SetDefaultProfileResult_Status as DefaultProfile,
  GetProfilePropertyResponse_Status,
  GetPropertyResponse_Status,
  PreferencesResponse_Result_SetPreferenceResult_Status as Preference,
  type RequestOf,
  type ResponseInit,
  SetProfilePropertyResponse_Status,
  SetPropertyResponse_Status,
} from '../../../iterm2-api/index.ts';
import {parsed} from '../calls.ts';
import type {Handlers} from '../handler.ts';
import {frameOf} from '../model/session-list.ts';
import {PROFILE} from '../model/settings.ts';
import {permit} from '../permit.ts';

type PropertyRequests =
  | 'getPropertyRequest'
  | 'setPropertyRequest'
  | 'listProfilesRequest'
  | 'getProfilePropertyRequest'
  | 'setProfilePropertyRequest'
  | 'preferencesRequest'
  | 'colorPresetRequest';

export const propertyRequests: Pick<Handlers, PropertyRequests> = {
  async getPropertyRequest({identifier, name}, context) {
    const {terminals} = context.endpoint;
    if (identifier.case === 'windowId') {
      const window = terminals.layout.window(identifier.value);
      if (!window) return {status: GetPropertyResponse_Status.INVALID_TARGET};
      if (name === 'frame') return property(frameOf(window.selected.root, guid => terminals.session(guid)));
      return name === 'fullscreen' ? property(false) : {status: GetPropertyResponse_Status.UNRECOGNIZED_NAME};
    }
    const session = identifier.case === 'sessionId' ? terminals.find(identifier.value) : undefined;
    if (!session) return {status: GetPropertyResponse_Status.INVALID_TARGET};
    const value = await sessionProperty(session, name);
    return value === undefined ? {status: GetPropertyResponse_Status.UNRECOGNIZED_NAME} : property(value);
  },

  async setPropertyRequest({identifier, name, jsonValue}, context) {
    const {endpoint} = context;
    if (identifier.case === 'windowId') {
      const isThere = endpoint.terminals.layout.window(identifier.value) !== undefined;
      if (!isThere) return {status: SetPropertyResponse_Status.INVALID_TARGET};
      // A window that nobody sees has the frame that its sessions make, and no screen to fill.
      const isKnown = name === 'frame' || name === 'fullscreen';
      return {status: isKnown ? SetPropertyResponse_Status.IMPOSSIBLE : SetPropertyResponse_Status.UNRECOGNIZED_NAME};
    }
    const [session] = identifier.case === 'sessionId' ? endpoint.terminals.matching(identifier.value) : [];
    if (!session) return {status: SetPropertyResponse_Status.INVALID_TARGET};
    if (name === 'buried') return {status: SetPropertyResponse_Status.IMPOSSIBLE};
    if (name !== 'grid_size') return {status: SetPropertyResponse_Status.UNRECOGNIZED_NAME};
    const size = sizeOf(parsed(jsonValue));
    if (!size) return {status: SetPropertyResponse_Status.INVALID_VALUE};
    if (!session.link.capabilities.resize) return {status: SetPropertyResponse_Status.IMPOSSIBLE};
    await permit(context, 'manage_session:resize', session);
    await session.link.resize(size.width, size.height);
    return {status: SetPropertyResponse_Status.OK};
  },

  listProfilesRequest({properties, guids}) {
    if (guids.length > 0 && !guids.includes(PROFILE.guid)) return {profiles: []};
    const all = Object.entries(profileValues());
    const wanted = properties.length === 0 ? all : all.filter(([key]) => properties.includes(key));
    return {profiles: [{properties: wanted.map(([key, value]) => ({key, jsonValue: JSON.stringify(value)}))}]};
  },

  getProfilePropertyRequest({session: reference, keys}, {endpoint}) {
    const session = endpoint.terminals.find(reference);
    if (!session) return {status: GetProfilePropertyResponse_Status.SESSION_NOT_FOUND};
    const set = endpoint.settings.profiles.get(endpoint.terminals.guid(session));
    const values = new Map(Object.entries(profileValues()).map(([key, value]) => [key, JSON.stringify(value)]));
    for (const [key, value] of set ?? []) values.set(key, value);
    const wanted = keys.length === 0 ? [...values.keys()] : keys;
    const properties = wanted.flatMap(key => {
      const jsonValue = values.get(key);
      return jsonValue === undefined ? [] : [{key, jsonValue}];
    });
    return {status: GetProfilePropertyResponse_Status.OK, properties};
  },

  setProfilePropertyRequest({target, key, jsonValue, assignments}, {endpoint}) {
    if (target.case === undefined) return {status: SetProfilePropertyResponse_Status.REQUEST_MALFORMED};
    // There is no saved profile that could be changed.
    if (target.case === 'guidList') return {status: SetProfilePropertyResponse_Status.BAD_GUID};
    const all = assignments.length > 0 ? assignments : [{key, jsonValue}];
    if (!all.every(assignment => assignment.key !== '' && isJson(assignment.jsonValue)))
      return {status: SetProfilePropertyResponse_Status.REQUEST_MALFORMED};
    const sessions = endpoint.terminals.matching(target.value);
    if (sessions.length === 0) return {status: SetProfilePropertyResponse_Status.SESSION_NOT_FOUND};
    for (const session of sessions)
      for (const assignment of all)
        endpoint.settings.profileOf(endpoint.terminals.guid(session)).set(assignment.key, assignment.jsonValue);
    endpoint.stirred();
    return {status: SetProfilePropertyResponse_Status.OK};
  },

  preferencesRequest: ({requests}) => ({results: requests.map(({request}) => ({result: preference(request)}))}),

  colorPresetRequest({request}) {
    if (request.case === 'listPresets')
      return {
        status: ColorPresetResponse_Status.OK,
        response: {case: 'listPresets', value: {name: Object.keys(themes)}},
      };
    if (request.case === undefined) return {status: ColorPresetResponse_Status.REQUEST_MALFORMED};
    const {name} = request.value;
    const theme = Object.entries(themes).find(([known]) => known === name)?.[1];
    if (!theme) return {status: ColorPresetResponse_Status.PRESET_NOT_FOUND};
    const colorSettings = coloursOf(theme).map(([key, {red, green, blue}]) => ({
      ...{key, red, green, blue, alpha: 1, colorSpace: COLOUR_SPACE},
    }));
    return {status: ColorPresetResponse_Status.OK, response: {case: 'getPreset', value: {colorSettings}}};
  },
};

function property(value: unknown): {status: GetPropertyResponse_Status; jsonValue: string} {
  return {status: GetPropertyResponse_Status.OK, jsonValue: JSON.stringify(value)};
}

/** Undefined for a name that there is not. */
async function sessionProperty(session: Session, name: string): Promise<unknown> {
  const {cols, rows} = session.tracker;
  // iTerm2 itself tells one less of both here; lists and variables have the true size.
  if (name === 'grid_size') return {width: cols - 1, height: rows - 1};
  if (name === 'buried') return false;
  if (name !== 'number_of_lines') return undefined;
  const {dropped, above, rows: grid} = await session.screen.lines({type: 'none'});
  return {overflow: dropped, grid, history: above, first_visible: dropped + above};
}

function sizeOf(value: unknown): {width: number; height: number} | undefined {
  if (typeof value !== 'object' || value === null || !('width' in value) || !('height' in value)) return undefined;
  const {width, height} = value;
  const isSize = (size: unknown): size is number =>
    typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= MOST_CELLS;
  return isSize(width) && isSize(height) ? {width, height} : undefined;
}

const MOST_CELLS = 2000;

function profileValues(): Readonly<Record<string, unknown>> {
  return {
    Guid: PROFILE.guid,
    Name: PROFILE.name,
    Description: 'Default',
    'Custom Command': 'No',
    Command: '',
    'Custom Directory': 'No',
    'Working Directory': '',
    'Badge Text': '',
    'Unlimited Scrollback': false,
    'Scrollback Lines': 2000,
    'Terminal Type': 'xterm-256color',
    Tags: [],
    'Normal Font': 'Monaco 12',
    ...Object.fromEntries(coloursOf(themes.dark).map(([key, colour]) => [key, profileColour(colour)])),
  };
}

type AnyPreference = RequestOf<'preferencesRequest'>['requests'][number]['request'];
type PreferenceResult = NonNullable<NonNullable<ResponseInit<'preferencesRequest'>>['results']>[number]['result'] &
  object;

/** There are no preferences; the profile of new sessions is the one that there is. */
function preference(request: AnyPreference): PreferenceResult {
  switch (request.case) {
    case 'getPreferenceRequest':
      return {case: 'getPreferenceResult', value: {jsonValue: 'null'}};
    case 'setPreferenceRequest': {
      const status = isJson(request.value.jsonValue) ? Preference.INVALID_VALUE : Preference.BAD_JSON;
      return {case: 'setPreferenceResult', value: {status}};
    }
    case 'getDefaultProfileRequest':
      return {case: 'getDefaultProfileResult', value: {guid: PROFILE.guid}};
    case 'setDefaultProfileRequest': {
      const status = request.value.guid === PROFILE.guid ? DefaultProfile.OK : DefaultProfile.BAD_GUID;
      return {case: 'setDefaultProfileResult', value: {status}};
    }
    case undefined:
      return {case: 'unrecognizedRequest', value: {}};
    default:
      return request satisfies never;
  }
}

function isJson(text: string): boolean {
  return text === 'null' || parsed(text) !== null;
}

const COLOUR_SPACE = 'sRGB';

/** Colours by the names that profiles have for them, each part from 0 to 1. */
function coloursOf({foreground, background, cursor, palette}: (typeof themes)[keyof typeof themes]) {
  const named: readonly (readonly [string, number])[] = [
    ['Foreground Color', foreground],
    ['Background Color', background],
    ['Cursor Color', cursor],
    ...palette.map((value, index) => [`Ansi ${index} Color`, value] as const),
  ];
  const part = (value: number, shift: number): number => ((value >> shift) & 0xff) / 255;
  return named.map(
    ([key, value]) => [key, {red: part(value, 16), green: part(value, 8), blue: part(value, 0)}] as const,
  );
}

/** A colour as profiles keep it. */
function profileColour({red, green, blue}: {readonly red: number; readonly green: number; readonly blue: number}) {
  return {
    'Red Component': red,
    'Green Component': green,
    'Blue Component': blue,
    'Alpha Component': 1,
    'Color Space': COLOUR_SPACE,
  };
}
