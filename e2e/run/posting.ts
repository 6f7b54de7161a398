import { setTimeout as delay } from 'node:timers/promises';

/** Where calls go. A server that was started again may be elsewhere. */
export interface Target {
  base: string;
  token: string;
  binder: string;
}

/** What clients did and heard. */
export interface Tally {
  /** By text: what the server said of the message that was stored. */
  acknowledged: Map<string, { id: number; seq: number }>;
  /** Status and Retry-After of every refusal, such as `503 2`. */
  refusals: Map<string, number>;
  /** Calls that got no answer. */
  unanswered: number;
}

/** Shorter than a restart takes, so that every client is refused during one. */
const PAUSE_MS = 100;

/**
 * `clients` clients post one message after the other until `enough` says so, each with a key of its own. What is refused
 * or not answered is posted again with the same key until it is acknowledged, as the documentation tells clients to.
 * @param how `prefix` begins the texts, for posts of the same user into several binders; `pauseMs` is the time from an
 * answer to the next post
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
