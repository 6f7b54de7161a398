import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '../installation.ts';

export const TEXT = 'A message of an ordinary length, as people write them to each other at work. '.repeat(2);

/** `all` contains response times in ms, in ascending order. */
export interface Times {
  seconds: number;
  failed: number;
  all: number[];
}

export const percentile = ({ all }: Times, share: number): number =>
  all[Math.floor((all.length - 1) * share)] ?? Number.NaN;

/** Posts at a fixed rate into one binder after another until `isEnough` returns true. Then waits for all responses. */
export async function postAtRate(
  origin: string,
  binders: readonly { id: string; token: string }[],
  perSecond: number,
  isEnough: (number: number) => boolean,
): Promise<Times> {
  const all: number[] = [];
  const calls: Promise<void>[] = [];
  let failed = 0;
  const post = async ({ id, token }: { id: string; token: string }) => {
    const began = performance.now();
    try {
      await callApi({ origin, token }, 'POST', `/${id}/messages`, { message: { text: TEXT } });
      all.push(performance.now() - began);
    } catch {
      failed++;
    }
  };
  const begun = performance.now();
  for (let number = 0; !isEnough(number); number++) {
    await sleep(Math.max(0, begun + (number * 1_000) / perSecond - performance.now()));
    const binder = binders[number % binders.length];
    if (binder) calls.push(post(binder));
  }
  await Promise.all(calls);
  all.sort((one, other) => one - other);
  return { seconds: (performance.now() - begun) / 1_000, failed, all };
}
