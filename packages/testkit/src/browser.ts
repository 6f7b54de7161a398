import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { TIMEOUT_MS } from './until.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Debian's Chromium without windows halves the CPU time. It supports `fakeMedia`, but `<usermedia>` never
 * prompts.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const SHELL_ARGUMENTS = ['--disable-blink-features=OnDeviceWebSpeech,OnDeviceWebSpeechAvailable'];

/** Without the sandbox, because tests run as root in containers. */
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

export interface TestBrowser {
  /** Skips tests without Chromium, except in CI (`CI=true`). */
  needed: { skip: boolean };
  newPage(options?: BrowserContextOptions): Promise<TestPage>;
  close(): Promise<void>;
}

export interface TestPage {
  page: Page;
  errors: string[];
  requests: string[];
}

/** 10 frames per second save a third of a meet's CPU time. */
export const fakeMedia = [
  '--use-fake-device-for-media-stream=fps=10,device-count=2',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
  '--autoplay-policy=no-user-gesture-required',
] as const;

const driver = async () => (await import('playwright-core')).chromium;

/** @param more extra arguments; if given, runs Chromium instead of the headless shell */
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

export interface BrowserProcess {
  newPage(): Promise<Page>;
  kill(): Promise<void>;
}

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

export function launchOptions(
  more: readonly string[] = [],
  isWhole = more.length > 0,
): { executablePath: string; args: string[] } {
  const places = isWhole ? PLACES : [HEADLESS_SHELL, ...PLACES];
  const executablePath = findChromium(process.env, places) ?? '/usr/bin/chromium';
  const own = executablePath === HEADLESS_SHELL ? SHELL_ARGUMENTS : [];
  return { executablePath, args: [...chromiumArguments, ...own, ...more] };
}

function watch(page: Page): TestPage {
  const errors: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // Chromium retries if other tests create network interfaces.
    if (!message.text().includes('net::ERR_NETWORK_CHANGED')) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) requests.push(request.url());
  });
  return { page, errors, requests };
}
