/**
 * What playwright-core 1.65 turns off by itself. Chromium heeds the last list of a command line alone, so whoever turns off more names
 * these again (`coreBundle.js`, `disabledFeatures`).
 */
const OFF_ANYWAY = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Half of what a page costs in a headless browser is for somebody who sits before it: below the address field there is a page of its own
 * for suggestions, and a process stands by for where one might go next.
 */
const FOR_SOMEBODY = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

/** For a Chromium that nobody looks at. */
export const browserArguments: readonly string[] = [
  '--disable-gpu',
  `--disable-features=${[...OFF_ANYWAY, ...FOR_SOMEBODY].join(',')}`,
];
