import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestService } from '@ringbinder/testkit';
import type { Page } from '@ringbinder/testkit/playwright/index.ts';
import { build } from 'vite';

const root = new URL('../../../..', import.meta.url).pathname;
const ADDRESS = '/meet-of-a-test';

/** As much of a connection as is asked for in tests: the types of the real one are those of a browser. */
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

/** What a browser says of a connection, as far as tests read it. */
export interface StatsReport {
  type: string;
  ssrc?: number;
  address?: string;
  port?: number;
  concealedSamples?: number;
  totalSamplesReceived?: number;
  kind?: string;
}

/** What a page of a test holds beside the connection. */
export interface MeetWindow {
  meet: Connection;
  resume: string;
  events: { type: string }[];
  /** All connections that were opened. */
  peers: { getStats(): Promise<Iterable<[string, StatsReport]>> }[];
  /** When it asked to join, by the page's clock. */
  joinedAt: number;
  /**
   * Frames of the pictures of a participant that were drawn, the last one's width, how old each of the last was as it came,
   * and when that was by the page's clock. Milliseconds.
   */
  seen(name: string): { frames: number; width: number; ages: number[]; times: number[] };
  /** The loudest frequency that is heard of a participant, in Hz; 0 for silence. */
  heard(name: string): number;
}

/** A browser's page in a meet. */
export interface MeetPage {
  page: Page;
  /** Runs in the page, which is given as it is described above. */
  run<T, A = undefined>(work: (window: MeetWindow, argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  close(): Promise<void>;
}

const bundled = new Map<string, Promise<Record<string, string>>>();

/** A file of ours as modules, by their names: `client.js`, and what that loads. */
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

/** How a page joins. */
export interface MeetPageOptions {
  token: string;
  sessionKey: string;
  tone: number;
  resume?: string;
  /** It is told only of relays whose address begins so. */
  relays?: string;
  /** The port of this machine through which its media go, if not that of the engine. */
  mediaPort?: number;
  /** The width of its picture in pixels, 640 by default. */
  width?: number;
  /** The height of its picture in pixels, 360 by default. */
  height?: number;
  /** The pictures that it sends in a second, 20 by default. */
  frameRate?: number;
  /** Its picture is as large as a camera's when it is compressed. */
  isBusy?: boolean;
  /** It uses nothing but relays. */
  isRelayed?: boolean;
  /** Where the browser reaches the service, if not where it listens. */
  origin?: string;
}

/** A small picture, which leaves the processor to what is tested. */
export const LOW_RESOLUTION = { width: 320, height: 180, frameRate: 10 } as const;

/**
 * Joins a meet in a page and sends a camera whose picture is a barcode of the clock, and a microphone with a tone.
 * @param page a blank page of a context with `bypassCSP`
 */
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
  // A page that a test makes up counts as one of the internet, which may open no connection to this machine.
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
