import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { joinInBrowser } from '../../packages/web/test/support/meet-page.ts';
import { copyDemoBot } from '../bots.ts';
import { type Installation, tokenOf } from '../installation.ts';
import { startSink } from '../sink.ts';
import { startSocketClients } from '../sockets/clients.ts';

const BINDERS = 20;
const BOTS = 5;
const SOCKETS = 50;
const MAX_UPLOADS = 20;
const UPLOAD_BYTES = 200_000;
const MEET_MS = 15_000;
const DELIVERY_TIMEOUT_MS = 60_000;

export interface Loads {
  posts(): number;
  calls(): number;
  failures(): readonly string[];
  /** Resolves with the missing deliveries. */
  end(): Promise<string[]>;
}

export async function startLoads(installation: Installation): Promise<Loads> {
  const { origin, port } = await installation.server();
  const demo = await installation.demo();
  const binders = await installation.binders(BINDERS);
  const sink = await startSink();
  const bots = await copyDemoBot(installation, { mark: 'SO', count: BOTS, webhookUrl: sink.url });
  const [botBinder = ''] = binders;
  await installation.call('POST', `/${botBinder}/addorguser`, {
    users: bots.map((id) => ({ user: { id } })),
  });
  await sink.reset();
  const sockets = startSocketClients();
  const browser = testBrowser(process.env, fakeMedia);

  let posts = 0;
  let botPosts = 0;
  let calls = 0;
  let isOver = false;
  const failures: string[] = [];
  const running: Promise<void>[] = [];

  /** `intervalMs` is the time between two starts. */
  function repeat(intervalMs: number, work: (turn: number) => Promise<unknown>): void {
    const loop = async () => {
      for (let turn = 0; !isOver; turn++) {
        const next = performance.now() + intervalMs;
        calls += 1;
        await work(turn).catch((error) => failures.push(error instanceof Error ? error.message : `${error}`));
        while (!isOver && performance.now() < next)
          await sleep(Math.min(250, Math.max(1, next - performance.now())));
      }
    };
    running.push(loop());
  }

  const binderOf = (turn: number) => binders[turn % BINDERS] ?? '';
  repeat(50, async (turn) => {
    const binder = binderOf(turn);
    await installation.call('POST', `/${binder}/messages`, { message: { text: `Soaked ${turn}.` } });
    posts += 1;
    if (binder === botBinder) botPosts += 1;
  });
  repeat(100, (turn) => installation.call('GET', `/${binderOf(turn)}/messages?limit=50`));
  repeat(1_000, (turn) => installation.call('GET', `/${binderOf(turn)}/search?q=soaked`));
  repeat(500, async () => {
    const access_token = await tokenOf(installation, demo.users[1]?.unique_id ?? '');
    const revoked = await fetch(`${origin}/v1/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ access_token }),
    });
    await revoked.arrayBuffer();
  });
  const uploads: { binder: string; pages: number[] }[] = [];
  repeat(2_000, async (turn) => {
    const binder = binderOf(turn);
    const form = new FormData();
    form.append('file', new Blob([randomBytes(UPLOAD_BYTES / 2).toString('hex')]), `soaked-${turn}.txt`);
    const { file_id } = await installation.call('POST', `/${binder}/pageupload`, form);
    const { pages } = (await installation.call('GET', `/${binder}/pages?file_id=${file_id}`)) as {
      pages: { id: number }[];
    };
    uploads.push({ binder, pages: pages.map(({ id }) => id) });
    if (uploads.length <= MAX_UPLOADS) return;
    const old = uploads.shift();
    for (const page of old?.pages ?? []) await installation.call('DELETE', `/${old?.binder}/pages/${page}`);
  });
  const token = await installation.token();
  repeat(20_000, async (turn) => {
    await sockets.closeAll();
    const frames = [
      { type: 'hello', version: 1, token },
      { type: 'subscribe', id: 1, binder_id: binderOf(turn) },
    ];
    await sockets.open([{ port, path: '/v1/realtime', count: SOCKETS, answers: 2, frames }]);
  });
  const hasBrowser = !browser.needed.skip;
  if (hasBrowser)
    repeat(2 * MEET_MS, async () => {
      const { session_key } = await installation.call('POST', `/${botBinder}/meets`, {});
      const at = { origin, base: `${origin}/v1` };
      const enter = async (tone: number) => {
        const { page } = await browser.newPage({ bypassCSP: true });
        return joinInBrowser(at, page, { token, tone, sessionKey: String(session_key) });
      };
      const one = await enter(440);
      const other = await enter(660);
      const deadline = performance.now() + MEET_MS;
      while (!isOver && performance.now() < deadline) await sleep(250);
      await Promise.all([one.close(), other.close()]);
      await installation.call('POST', `/meets/${session_key}/end`, {});
    });

  return {
    posts: () => posts,
    calls: () => calls,
    failures: () => failures,
    async end() {
      isOver = true;
      await Promise.all(running);
      const deadline = performance.now() + DELIVERY_TIMEOUT_MS;
      let { received } = await sink.read();
      while (received < botPosts * BOTS && performance.now() < deadline) {
        await sleep(250);
        ({ received } = await sink.read());
      }
      await sink.close();
      await sockets.end();
      await browser.close();
      const missing: string[] = [];
      if (received < botPosts * BOTS)
        missing.push(`${received} of ${botPosts * BOTS} deliveries came to bots`);
      if (!hasBrowser) missing.push('no meets: Chromium is not installed');
      return missing;
    },
  };
}
