/** A real Chromium for the browser tests: the one on the machine, never downloaded. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Switched off: the pages that Chromium's own address bar consists of, two more renderers for every window, which take
 * half of the processor and are seen by nobody; and what Playwright switches off itself, since the last list counts.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Starts Chromium; the caller closes it. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (!executablePath) throw new Error('No Chromium: install it, or set CHROMIUM_PATH.');
  const browser = await chromium.launch({
    ...options,
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${withoutFeatures.join()}`,
    ],
  });
  running.add(browser);
  browser.once('disconnected', () => running.delete(browser));
  return browser;
}

let shared: Browser | undefined;

export interface BrowserVisit {
  readonly browser: Browser;
  /** Closes what was opened. */
  leave: () => Promise<void>;
}

/**
 * The one Chromium of this process, for its test files one after the other; it ends with the process. One that is to be
 * launched in another way is the caller's own.
 */
export async function visitBrowser(options?: LaunchOptions): Promise<BrowserVisit> {
  if (options) {
    const own = await launchBrowser(options);
    return { browser: own, leave: () => own.close() };
  }
  if (!shared?.isConnected()) shared = await launchBrowser();
  const browser = shared;
  const leave = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return { browser, leave };
}

const running = new Set<Browser>();

/** Every page that is open in this process's browsers. */
export const openPages = (): Page[] =>
  [...running].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages());
