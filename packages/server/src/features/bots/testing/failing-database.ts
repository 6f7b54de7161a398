import type { DeliveryParts } from '../delivery/start.ts';
import type { PushFixture } from './push-fixture.ts';

export function createFailingDatabase(parts: DeliveryParts) {
  const { db } = parts;
  const { promise: recovered, resolve: recover } = Promise.withResolvers<void>();
  let isAway = false;
  let lost = 0;
  const query: typeof db.query = async (text, values) => {
    if (isAway) throw new Error('away');
    const rows = await db.query<never>(text, values);
    const [requests = []] = (values ?? []) as string[][];
    if (text.includes('WITH ours')) lost += requests.length - rows.length;
    return rows;
  };
  const transaction: typeof db.transaction = async (work) => {
    if (isAway) await recovered;
    return db.transaction(work);
  };
  const falter = () => {
    isAway = true;
  };
  const env: DeliveryParts = { ...parts, db: { ...db, query, transaction } };
  const lanesLost = () => lost;
  return { env, falter, recover, lanesLost };
}

export function holdAnswers({ receiver }: PushFixture): { answer(status: number): void; brokenOff: number } {
  const waiting: ((status: number) => void)[] = [];
  const pause = { answer: (status: number) => waiting.shift()?.(status), brokenOff: 0 };
  receiver.answer = (_received, response) => {
    response.once('close', () => {
      if (!response.writableFinished) pause.brokenOff++;
    });
    return new Promise((resolve) => waiting.push(resolve));
  };
  return pause;
}
