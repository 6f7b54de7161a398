import { randomUUID } from 'node:crypto';
import type { SharedRedis } from '../../../storage/redis.ts';

const CHANNEL = 'ephemeral';

export interface RelayListener {
  /** @param isListed whether sessions with an open list of binders also get the frame */
  onRemoteFrame(binderId: string, frame: Buffer, fromSession: string, isListed: boolean): void;
  onAddressedFrame(binderId: string, sessionId: string, frame: Buffer): void;
  present(binderId: string): Buffer[];
}

/** All frames are lost while Redis is down. */
export interface EphemeralRelay {
  /** `asks` requests the presence frames of other processes for a new session. */
  send(binderId: string, sessionId: string, frame: Buffer, how: { asks?: boolean; isListed?: boolean }): void;
  askFor(sessionId: string, binderIds: readonly string[]): void;
}

type Relayed =
  | {
      binderId: string;
      sessionId: string;
      frame: string;
      asks?: boolean | undefined;
      isListed?: boolean | undefined;
      to?: string;
    }
  | { sessionId: string; binderIds: readonly string[] };

const MAX_ASKED = 1_000;

export function createRelay(redis: SharedRedis | null, listener: RelayListener): EphemeralRelay {
  if (redis === null) return { send() {}, askFor() {} };
  // This process also receives its own messages from Redis.
  const sender = randomUUID();
  const publish = (relayed: Relayed) =>
    void redis.client
      .publish(`${redis.prefix}${CHANNEL}`, JSON.stringify({ sender, ...relayed }))
      .catch(() => undefined);

  function notifyPresent(binderId: string, sessionId: string): void {
    for (const present of listener.present(binderId))
      publish({ binderId, sessionId, frame: present.toString(), to: sessionId });
  }

  void redis
    .subscribe(CHANNEL, (text) => {
      const { sender: from, ...relayed } = JSON.parse(text) as Relayed & { sender: string };
      if (from === sender) return;
      if ('binderIds' in relayed) {
        for (const binderId of relayed.binderIds) notifyPresent(binderId, relayed.sessionId);
        return;
      }
      const { binderId, sessionId, frame, asks, isListed, to } = relayed;
      if (to !== undefined) return listener.onAddressedFrame(binderId, to, Buffer.from(frame));
      listener.onRemoteFrame(binderId, Buffer.from(frame), sessionId, isListed === true);
      if (asks) notifyPresent(binderId, sessionId);
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
