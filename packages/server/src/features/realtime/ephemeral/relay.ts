import { randomUUID } from 'node:crypto';
import type { SharedRedis } from '../../../storage/redis.ts';

const CHANNEL = 'ephemeral';

/** What a relay between processes tells, and asks. */
export interface RelayListener {
  heard(binderId: string, frame: Buffer, fromSession: string): void;
  /** A frame for one session alone. */
  heardFor(binderId: string, sessionId: string, frame: Buffer): void;
  /** Who is present here, for somebody who came elsewhere. */
  present(binderId: string): Buffer[];
}

/** Takes ephemeral frames to the other processes. They may be lost, and are while Redis is away. */
export interface EphemeralRelay {
  /** @param asks whether the session has just come, and is to be told who is present elsewhere */
  send(binderId: string, sessionId: string, frame: Buffer, asks: boolean): void;
}

/** What goes from process to process. */
interface Relayed {
  sender: string;
  binderId: string;
  sessionId: string;
  frame: string;
  asks?: boolean;
  /** Only for this session. */
  to?: string;
}

/** A relay over Redis; one that takes nothing anywhere where there is none. */
export function createRelay(redis: SharedRedis | null, listener: RelayListener): EphemeralRelay {
  if (redis === null) return { send() {} };
  // What this process publishes comes back to it.
  const sender = randomUUID();
  const publish = (relayed: Omit<Relayed, 'sender'>) =>
    void redis.client
      .publish(`${redis.prefix}${CHANNEL}`, JSON.stringify({ sender, ...relayed }))
      .catch(() => undefined);

  void redis
    .subscribe(CHANNEL, (text) => {
      const { sender: from, binderId, sessionId, frame, asks, to } = JSON.parse(text) as Relayed;
      if (from === sender) return;
      if (to !== undefined) return listener.heardFor(binderId, to, Buffer.from(frame));
      listener.heard(binderId, Buffer.from(frame), sessionId);
      if (!asks) return;
      for (const present of listener.present(binderId))
        publish({ binderId, sessionId, frame: present.toString(), to: sessionId });
    })
    .catch(() => undefined);

  return {
    send: (binderId, sessionId, frame, asks) =>
      publish({ binderId, sessionId, frame: frame.toString(), ...(asks ? { asks } : {}) }),
  };
}
