/** A real Chromium for the browser tests: the one on the machine, never downloaded. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';

const onTheMachine = [
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

/** The first that there is of these programs and of those on the machine. */
function existing(...programs: (string | undefined)[]): string {
  const found = [...programs, ...onTheMachine].find((path) => path && existsSync(path));
  if (!found) throw new Error('No Chromium: install it, or set CHROMIUM_PATH.');
  return found;
}

/** Starts Chromium; the caller closes it. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = options.executablePath ?? existing(process.env.CHROMIUM_PATH);
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
 * launched in another way is the caller's own, and a whole one: the headless one has no back/forward cache.
 */
export async function visitBrowser(options?: LaunchOptions): Promise<BrowserVisit> {
  if (options) {
    const executablePath = existing(process.env.WHOLE_CHROMIUM_PATH, process.env.CHROMIUM_PATH);
    const own = await launchBrowser({ ...options, executablePath });
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

/** Every profile that is open in this process's browsers. */
export const openContexts = (): BrowserContext[] => [...running].flatMap((browser) => browser.contexts());
