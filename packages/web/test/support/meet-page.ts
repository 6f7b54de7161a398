import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestService } from '@ringbinder/testkit';
import type { Page } from '@ringbinder/testkit/playwright/index.ts';
import { build } from 'vite';

const root = new URL('../../../..', import.meta.url).pathname;
const ADDRESS = '/meet-of-a-test';

/** The real types need a browser. */
interface Connection {
  state: {
    phase: string;
    isRecording: boolean;
    self?: { id: string };
    participants: { id: string; name: string; sources: { source: string; is_muted: boolean }[] }[];
  };
  setMuted(source: string, isMuted: boolean): void;
  setView(pictures: { participantId: string; source: string; layer: string }[]): void;
  host(action: string, participantId?: string): Promise<void>;
  stats(): Promise<{ path: string | null; received: { source: string }[] }>;
}

export interface StatsReport {
  type: string;
  ssrc?: number;
  address?: string;
  port?: number;
  concealedSamples?: number;
  totalSamplesReceived?: number;
  kind?: string;
}

export interface MeetWindow {
  meet: Connection;
  resume: string;
  events: { type: string }[];
  peers: { getStats(): Promise<Iterable<[string, StatsReport]>> }[];
  /** In milliseconds of the page's clock. */
  joinedAt: number;
  /** `ages` and `times` are in milliseconds of the page's clock. */
  seen(name: string): { frames: number; width: number; ages: number[]; times: number[] };
  heard(name: string): number;
}

export interface MeetPage {
  page: Page;
  run<T, A = undefined>(work: (window: MeetWindow, argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  close(): Promise<void>;
}

const bundled = new Map<string, Promise<Record<string, string>>>();

export function bundleOf(entry: string): Promise<Record<string, string>> {
  const before = bundled.get(entry);
  if (before) return before;
  const made = build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, entry), formats: ['es'], fileName: () => 'client.js' },
    },
  }).then((made) => {
    const [output] = [made].flat() as unknown as [{ output: { fileName: string; code: string }[] }];
    return Object.fromEntries(output.output.map(({ fileName, code }) => [fileName, code]));
  });
  bundled.set(entry, made);
  return made;
}

export interface MeetPageOptions {
  token: string;
  sessionKey: string;
  tone: number;
  resume?: string;
  /** Prefix of the relay addresses that the page may use. */
  relays?: string;
  /** Local port for media. Default: the engine's port. */
  mediaPort?: number;
  width?: number;
  height?: number;
  frameRate?: number;
  /** True for a picture that compresses as little as a camera's. */
  isBusy?: boolean;
  isRelayed?: boolean;
  origin?: string;
}

export const LOW_RESOLUTION = { width: 320, height: 180, frameRate: 10 } as const;

/** @param page a blank page of a context with `bypassCSP` */
export async function joinInBrowser(
  service: Pick<TestService, 'origin' | 'base'>,
  page: Page,
  options: MeetPageOptions,
): Promise<MeetPage> {
  const { origin = service.origin } = options;
  const files: Record<string, string> = {
    ...(await bundleOf('packages/client/src/meet/index.ts')),
    'page-script.js': await readFile(new URL('./page-script.js', import.meta.url), 'utf8'),
  };
  // A mocked page counts as public, and cannot connect to this machine.
  await page.goto(`${origin}/healthz`);
  await page.route(`**${ADDRESS}/*`, (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    return route.fulfill({ contentType: 'text/javascript', body: files[name] ?? '' });
  });
  await page.evaluate(async ([script, base, given]) => (await import(script)).prepare(base, given), [
    `${ADDRESS}/page-script.js`,
    service.base.replace(service.origin, origin),
    options,
  ] as const);
  return {
    page,
    run: (work, argument) =>
      page.evaluate(
        ([text, given]) => new Function('argument', `return (${text})(window, argument)`)(given),
        [work.toString(), argument] as const,
      ) as never,
    close: () => page.context().close(),
  };
}
