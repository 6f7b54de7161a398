import { setTimeout as delay } from 'node:timers/promises';

/** The address changes after a restart. */
export interface Target {
  base: string;
  token: string;
  binder: string;
}

export interface Tally {
  acknowledged: Map<string, { id: number; seq: number }>;
  /** Counts by status and Retry-After, such as `503 2`. */
  refusals: Map<string, number>;
  unanswered: number;
}

/** So short that each restart rejects a post of each client. */
const PAUSE_MS = 100;

/**
 * Each client posts one message after another until `enough` returns true. A post that is rejected or has no
 * response is repeated with the same key.
 *
 * @param how `prefix` begins each text; `pauseMs` is the pause after each response
 */
export async function postMessages(
  target: Target,
  clients: number,
  enough: (tally: Tally) => boolean,
  { prefix = 'message', pauseMs = 0 } = {},
) {
  const tally: Tally = { acknowledged: new Map(), refusals: new Map(), unanswered: 0 };
  const done = Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let number = 0; !enough(tally); number++) {
        const text = `${prefix} ${number} of client ${client}`;
        while (!(await post(target, text, tally))) await delay(PAUSE_MS);
        if (pauseMs > 0) await delay(pauseMs);
      }
    }),
  );
  return { tally, done };
}

async function post({ base, token, binder }: Target, text: string, tally: Tally): Promise<boolean> {
  try {
    const response = await fetch(`${base}${binder}/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': text.replaceAll(' ', '-'),
      },
      body: JSON.stringify({ message: { text } }),
    });
    const body = (await response.json()) as { data: { binder_comment_id: number; seq: number } };
    if (response.ok) {
      tally.acknowledged.set(text, { id: body.data.binder_comment_id, seq: body.data.seq });
      return true;
    }
    const refusal = `${response.status} ${response.headers.get('retry-after')}`;
    tally.refusals.set(refusal, (tally.refusals.get(refusal) ?? 0) + 1);
  } catch {
    tally.unanswered++;
  }
  return false;
}
