import type { HostFrame, ModuleFrame } from '@ringbinder/protocol/embed.ts';
import type { ServiceError } from './errors.ts';
import { post } from './post.ts';
import type { Settings } from './settings.ts';

/** A way over the server to a window. */
export interface Relay {
  send(frame: HostFrame): void;
  /** Hears nothing more; what was sent still goes. */
  close(): void;
}

interface RelayParts {
  settings: Settings;
  /** By which the server knows this page. */
  key: string;
  receive(frame: ModuleFrame): void;
}

const PAUSE_MS = 2_000;

/** Hears at the server what a window says there that is cut off from its page. */
export function openRelay({ settings, key, receive }: RelayParts): Relay {
  const ending = new AbortController();
  let sending: Promise<unknown> = Promise.resolve();

  async function listen(): Promise<void> {
    for (let after = 0; !ending.signal.aborted; ) {
      try {
        type Answer = { frames: { seq: number; frame: ModuleFrame }[] };
        const { frames } = await post<Answer>(settings, 'frames/read', { key, after }, ending.signal);
        for (const { seq, frame } of frames) {
          if (ending.signal.aborted) return;
          after = seq;
          receive(frame);
        }
      } catch (error) {
        if (ending.signal.aborted) return;
        // The server has forgotten it: the window is gone, or has been left for a day.
        if ((error as ServiceError).error_code === 404) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  void listen();
  return {
    send(frame) {
      // One after the other: their order counts.
      sending = sending.then(() => post(settings, 'frames', { key, frames: [frame] })).catch(() => undefined);
    },
    close: () => ending.abort(),
  };
}
