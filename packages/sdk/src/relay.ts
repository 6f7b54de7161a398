import type { HostMessage, ModuleMessage } from '@ringbinder/protocol/embed.ts';
import type { ServiceError } from './errors.ts';
import { post } from './post.ts';
import type { Settings } from './settings.ts';

export interface Relay {
  send(frame: HostMessage): void;
  /** Stops receiving. Queued messages are still sent. */
  close(): void;
}

interface RelayParts {
  settings: Settings;
  key: string;
  receive(frame: ModuleMessage): void;
}

const PAUSE_MS = 2_000;

export function openRelay({ settings, key, receive }: RelayParts): Relay {
  const ending = new AbortController();
  let sending: Promise<unknown> = Promise.resolve();

  async function listen(): Promise<void> {
    for (let after = 0; !ending.signal.aborted; ) {
      try {
        type Answer = { frames: { seq: number; frame: ModuleMessage }[] };
        const { frames } = await post<Answer>(settings, 'frames/read', { key, after }, ending.signal);
        for (const { seq, frame } of frames) {
          if (ending.signal.aborted) return;
          after = seq;
          receive(frame);
        }
      } catch (error) {
        if (ending.signal.aborted) return;
        // The server removes a channel when the window closes, or after an idle day.
        if ((error as ServiceError).error_code === 404) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  void listen();
  return {
    send(frame) {
      sending = sending.then(() => post(settings, 'frames', { key, frames: [frame] })).catch(() => undefined);
    },
    close: () => ending.abort(),
  };
}
