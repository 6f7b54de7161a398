import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { joinInBrowser, type MeetPage } from '../../packages/web/test/support/meet-page.ts';
import { tokenOf } from '../installation.ts';
import { type Bench, type Measurement, median } from '../measurement.ts';
import { findOldestChild } from '../processes.ts';

const MAX_ROUNDS = 5;
const AGES = 200;
/** After this time, a spare media process is ready. */
const SPARE_MS = 8_000;

/** The figures include Chromium's CPU time for encoding and decoding on the same machine. */
export const meetsSeen: Measurement = {
  figures: {
    'meets_seen.latency_p95': {
      what: 'age of a picture, by a barcode of the sender’s clock, when the receiver draws it',
      unit: 'ms',
      atMost: 150,
    },
    'meets_seen.first_picture': {
      what: 'from asking to join until the first picture of somebody is drawn',
      unit: 'ms',
      atMost: 1_000,
    },
    'meets_seen.recovery': {
      what: 'the longest time without a picture after the process of the media was killed',
      unit: 'ms',
      atMost: 3_000,
    },
  },
  async run(bench) {
    const { installation, quick } = bench;
    const { users, binder_id: binderId } = await installation.demo();
    const [ada, ben] = await Promise.all(
      users
        .slice(0, 2)
        .map(async ({ name, unique_id }) => ({ name, token: await tokenOf(installation, unique_id) })),
    );
    if (!ada || !ben) throw new Error('the demo has not enough people');
    const { origin, pid } = await installation.server();
    const { session_key: sessionKey } = await installation.call('POST', `/${binderId}/meets`, {});
    const browser = testBrowser(process.env, fakeMedia);
    const join = async ({ token }: { token: string }) => {
      const { page } = await browser.newPage({ bypassCSP: true });
      const at = { origin, base: `${origin}/v1` };
      return joinInBrowser(at, page, { token, tone: 440, sessionKey: String(sessionKey) });
    };
    try {
      const sender = await join(ada);
      const rounds = quick ? 1 : Math.min(bench.rounds, MAX_ROUNDS);
      const joined = await inTurn(rounds, async () => {
        const page = await join(ben);
        await framesComeIn(page, ada.name, 1);
        const ms = await page.run(
          (window, name) => (window.seen(name).times[0] ?? Number.NaN) - window.joinedAt,
          ada.name,
        );
        await page.close();
        return ms;
      });
      const receiver = await join(ben);
      await framesComeIn(receiver, ada.name, quick ? 10 : AGES + 50);
      const ages = await receiver.run((window, name) => window.seen(name).ages, ada.name);
      const recovered = await inTurn(rounds, () => recovery(bench, receiver, ada.name, pid));
      await sender.close();
      return {
        'meets_seen.latency_p95':
          ages.toSorted((one, other) => one - other)[Math.floor(0.95 * ages.length)] ?? Number.NaN,
        'meets_seen.first_picture': median(joined),
        'meets_seen.recovery': median(recovered),
      };
    } finally {
      await browser.close();
    }
  },
};

const framesComeIn = (page: MeetPage, name: string, count: number) =>
  until(`${count} pictures of ${name}`, async () => {
    return (await page.run((window, who) => window.seen(who).frames, name)) >= count;
  });

async function recovery({ quick }: Bench, page: MeetPage, name: string, serverPid: number): Promise<number> {
  if (!quick) await sleep(SPARE_MS);
  const [from, frames] = await page.run(
    (window, who) => [window.seen(who).times.at(-1) ?? 0, window.seen(who).frames] as const,
    name,
  );
  // The oldest process serves the meet.
  process.kill(findOldestChild(serverPid, 'sfu/src/worker'), 'SIGKILL');
  await framesComeIn(page, name, frames + 20);
  const times = await page.run((window, who) => window.seen(who).times, name);
  const after = times.filter((time) => time >= from);
  return Math.max(...after.slice(1).map((time, index) => time - (after[index] ?? time)));
}

async function inTurn(count: number, work: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  while (values.length < count) values.push(await work());
  return values;
}
