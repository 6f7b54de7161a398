import { randomUUID } from 'node:crypto';
import type { SharedRedis } from '../../../storage/redis.ts';

const CHANNEL = 'ephemeral';

/** What a relay between processes tells, and asks. */
export interface RelayListener {
  /** @param isListed whether those are told too who follow their list of binders */
  heard(binderId: string, frame: Buffer, fromSession: string, isListed: boolean): void;
  heardFor(binderId: string, sessionId: string, frame: Buffer): void;
  /** Who is present here, for somebody who came elsewhere. */
  present(binderId: string): Buffer[];
}

/** Takes ephemeral frames to the other processes. They may be lost, and are while Redis is away. */
export interface EphemeralRelay {
  /** @param how.asks whether the session has just come, and is to be told who is present elsewhere */
  send(binderId: string, sessionId: string, frame: Buffer, how: { asks?: boolean; isListed?: boolean }): void;
  /** Asks who is present elsewhere in the binders of a session that follows the list of them. */
  askFor(sessionId: string, binderIds: readonly string[]): void;
}

/** What goes from process to process. */
type Relayed =
  | {
      binderId: string;
      sessionId: string;
      frame: string;
      asks?: boolean | undefined;
      isListed?: boolean | undefined;
      /** Only for this session. */
      to?: string;
    }
  | { sessionId: string; binderIds: readonly string[] };

/** Binders that are asked for at a time. */
const MAX_ASKED = 1_000;

/** A relay over Redis; one that takes nothing anywhere where there is none. */
export function createRelay(redis: SharedRedis | null, listener: RelayListener): EphemeralRelay {
  if (redis === null) return { send() {}, askFor() {} };
  // What this process publishes comes back to it.
  const sender = randomUUID();
  const publish = (relayed: Relayed) =>
    void redis.client
      .publish(`${redis.prefix}${CHANNEL}`, JSON.stringify({ sender, ...relayed }))
      .catch(() => undefined);

  function tellPresent(binderId: string, sessionId: string): void {
    for (const present of listener.present(binderId))
      publish({ binderId, sessionId, frame: present.toString(), to: sessionId });
  }

  void redis
    .subscribe(CHANNEL, (text) => {
      const { sender: from, ...relayed } = JSON.parse(text) as Relayed & { sender: string };
      if (from === sender) return;
      if ('binderIds' in relayed) {
        for (const binderId of relayed.binderIds) tellPresent(binderId, relayed.sessionId);
        return;
      }
      const { binderId, sessionId, frame, asks, isListed, to } = relayed;
      if (to !== undefined) return listener.heardFor(binderId, to, Buffer.from(frame));
      listener.heard(binderId, Buffer.from(frame), sessionId, isListed === true);
      if (asks) tellPresent(binderId, sessionId);
    })
    .catch(() => undefined);

  return {
    send: (binderId, sessionId, frame, { asks, isListed }) =>
      publish({ binderId, sessionId, frame: frame.toString(), asks, isListed }),
    askFor(sessionId, binderIds) {
      if (binderIds.length > 0) publish({ sessionId, binderIds: binderIds.slice(0, MAX_ASKED) });
    },
  };
}
