/** `import {launch, expect} from 'cotty/test'`: full-screen programs on test, with any test runner. */

export {expect, type LocatorAssertions, type TuiAssertions} from './tui/expect.ts';
export {launch} from './tui/launch.ts';
export type {Locator, Place} from './tui/locator.ts';
export type {Patience} from './tui/patience.ts';
export {ScreenAssertionError} from './tui/screen-assertion-error.ts';
export type {LaunchOptions, PictureOptions, ProgramEnd, Region, StableOptions, Tui} from './tui/tui.ts';
