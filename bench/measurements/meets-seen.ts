import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import {
  joinInBrowser,
  type MeetPage,
} from '../../packages/server/src/features/meet-rooms/testing/meet-page.ts';
import { type Installation, uniqueIdForm } from '../installation.ts';
import type { Bench, Measurement } from '../measurement.ts';
import { findOldestChild } from '../processes.ts';
import { median } from '../statistics.ts';

const MAX_ROUNDS = 5;
/** Pictures whose age is read: ten seconds of them. */
const AGES = 200;
/** A spare process of the media is ready by then. */
const SPARE_MS = 8_000;

/** What people see of a meet, in Chromium, which makes the pictures and draws them on the same machine. */
export const meetsSeen: Measurement = {
  figures: {
    'meets_seen.latency_p95':
      'Age of a picture, by a barcode of the sender’s clock, when the receiver draws it.',
    'meets_seen.first_picture':
      'From asking to join until the first picture of who is there is drawn, a median.',
    'meets_seen.recovery':
      'The longest time without a picture after the process of the media was killed, a median.',
  },
  async run(bench) {
    const { installation, quick } = bench;
    const [ada, ben] = await Promise.all([personOf(installation, 0), personOf(installation, 1)]);
    const { origin, pid } = await installation.server();
    const { binder_id: binderId } = await installation.demo();
    const { session_key: sessionKey } = await installation.call('POST', `/${binderId}/meets`, {});
    const browser = testBrowser(process.env, fakeMedia);
    const join = ({ token }: Person) =>
      joinInBrowser({ origin, base: `${origin}/v1` }, browser, {
        token,
        tone: 440,
        sessionKey: String(sessionKey),
      });
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
        'meets_seen.latency_p95': { value: percentile(ages, 0.95), unit: 'ms' },
        'meets_seen.first_picture': { value: median(joined), unit: 'ms' },
        'meets_seen.recovery': { value: median(recovered), unit: 'ms' },
      };
    } finally {
      await browser.close();
    }
  },
};

interface Person {
  name: string;
  token: string;
}

async function personOf(installation: Installation, index: number): Promise<Person> {
  const demo = await installation.demo();
  const { origin } = await installation.server();
  const user = demo.users[index];
  if (!user) throw new Error('the demo has not enough people');
  const answer = await fetch(`${origin}/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(uniqueIdForm(demo, user.unique_id)),
  });
  if (!answer.ok) throw new Error(`no token: ${await answer.text()}`);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { name: user.name, token };
}

/** Waits until so many pictures of somebody have been drawn in all. */
const framesComeIn = (page: MeetPage, name: string, count: number) =>
  until(`${count} pictures of ${name}`, async () => {
    return (await page.run((window, who) => window.seen(who).frames, name)) >= count;
  });

/** Kills the process of the media, and gives the longest time without a picture from then on. */
async function recovery({ quick }: Bench, page: MeetPage, name: string, serverPid: number): Promise<number> {
  if (!quick) await sleep(SPARE_MS);
  const [from, frames] = await page.run(
    (window, who) => [window.seen(who).times.at(-1) ?? 0, window.seen(who).frames] as const,
    name,
  );
  // The oldest: the others are spare.
  process.kill(findOldestChild(serverPid, 'conference/worker'), 'SIGKILL');
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

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}
