import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { TIMEOUT_MS } from './until.ts';

/** Common locations of Chromium. The variable CHROMIUM overrides them. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Debian's headless shell, a Chromium without windows. Page tests need half of the CPU time with it (35 s instead of 66
 * s for chat-use and work-todos together). It supports cameras, microphones and a screen with `fakeMedia`, but its
 * `<usermedia>` never prompts.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** `SpeechRecognition.available` crashes pages in the headless shell. */
const SHELL_ARGUMENTS = ['--disable-blink-features=OnDeviceWebSpeech,OnDeviceWebSpeechAvailable'];

/** Disables the GPU, the sandbox (tests run as root in containers) and requests to the vendor. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const MISSING =
  'Chromium is not installed: run `apt-get install chromium`, or set CHROMIUM to the path of one';

/** A browser for programs that are not Playwright tests. It starts with the first page and ends with `close`. */
export interface TestBrowser {
  /**
   * Options for tests that need the browser. Without one they are skipped, except in CI (`CI=true`), where the first
   * page fails and names the package to install.
   */
  needed: { skip: boolean };
  /** Opens a page with a profile of its own. Throws a one-line error if Chromium is missing. */
  newPage(options?: BrowserContextOptions): Promise<TestPage>;
  close(): Promise<void>;
}

export interface TestPage {
  page: Page;
  /** Console errors and uncaught errors. */
  errors: string[];
  /** The requested URLs, except `data:` and `blob:`. */
  requests: string[];
}

/**
 * Two fake cameras, a microphone, and a screen that is shared without a prompt. At 10 frames a second, three browsers
 * in a meet need 109 s of CPU time, compared to 166 s at 20.
 */
export const fakeMedia = [
  '--use-fake-device-for-media-stream=fps=10,device-count=2',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
  '--autoplay-policy=no-user-gesture-required',
] as const;

/** Loaded with the first page, because most programs that import this file open none. */
const driver = async () => (await import('playwright-core')).chromium;

/**
 * Finds the system's Chromium, which then starts with the first page.
 * @param more command line arguments. With any of them, such as `fakeMedia`, this is the full Chromium; otherwise the
 * headless shell, if installed.
 */
export function testBrowser(
  variables: Record<string, string | undefined> = process.env,
  more: readonly string[] = [],
): TestBrowser {
  const executablePath = findChromium(variables, more.length === 0 ? [HEADLESS_SHELL, ...PLACES] : PLACES);
  let starting: Promise<Browser> | undefined;
  const contexts = new Set<BrowserContext>();
  return {
    needed: { skip: executablePath === undefined && variables.CI !== 'true' },
    async newPage(options = {}) {
      if (executablePath === undefined) throw new Error(MISSING);
      const args = [...chromiumArguments, ...more];
      starting ??= driver().then((chromium) => chromium.launch({ executablePath, args }));
      const context = await (await starting).newContext({ locale: 'en-GB', ...options });
      context.setDefaultTimeout(TIMEOUT_MS);
      contexts.add(context);
      context.on('close', () => contexts.delete(context));
      return watch(await context.newPage());
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      await (await starting)?.close();
    },
  };
}

/** A separate browser process with a persistent profile. */
export interface BrowserProcess {
  newPage(): Promise<Page>;
  /** Kills all processes of the browser with `kill -9`, like a power failure. */
  kill(): Promise<void>;
}

/**
 * Starts a Chromium with a profile folder. Throws a one-line error if Chromium is missing or does not respond.
 * @param more command line arguments
 */
export async function startBrowserProcess(
  profile: string,
  more: readonly string[] = [],
  variables: Record<string, string | undefined> = process.env,
): Promise<BrowserProcess> {
  const executablePath = findChromium(variables);
  if (executablePath === undefined) throw new Error(MISSING);
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--lang=en-GB'];
  const child = spawn(executablePath, [...chromiumArguments, ...own, ...more, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
      const [, url] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
      if (url) resolve(url);
    });
    void ended.then(() => reject(new Error(`Chromium ended: ${output}`)));
  });
  const browser = await (await driver()).connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('Chromium has no profile');
  return {
    newPage: () => context.newPage(),
    async kill() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

function findChromium(
  { CHROMIUM }: Record<string, string | undefined>,
  places: readonly string[] = PLACES,
): string | undefined {
  return (CHROMIUM ? [CHROMIUM] : places).find((path) => existsSync(path));
}

/**
 * Returns launch options for Playwright Test.
 * @param more command line arguments
 * @param isWhole whether the full Chromium is required; default: if there are arguments
 */
export function launchOptions(
  more: readonly string[] = [],
  isWhole = more.length > 0,
): { executablePath: string; args: string[] } {
  const places = isWhole ? PLACES : [HEADLESS_SHELL, ...PLACES];
  // If there is no Chromium, Playwright's error names this path.
  const executablePath = findChromium(process.env, places) ?? '/usr/bin/chromium';
  const own = executablePath === HEADLESS_SHELL ? SHELL_ARGUMENTS : [];
  return { executablePath, args: [...chromiumArguments, ...own, ...more] };
}

function watch(page: Page): TestPage {
  const errors: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // Other tests create network interfaces on this machine, which makes Chromium retry requests.
    if (!message.text().includes('net::ERR_NETWORK_CHANGED')) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) requests.push(request.url());
  });
  return { page, errors, requests };
}
