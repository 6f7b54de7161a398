import type { HostFrame, ModuleFrame, SessionFrame } from '@ringbinder/protocol/embed.ts';
import { ServiceError } from './errors.ts';
import { randomId } from './random.ts';
import type { Settings } from './settings.ts';

/** A way over the server to a window. */
export interface Relay {
  send(frame: HostFrame): void;
  /** Hears nothing more; what was sent still goes. */
  close(): void;
}

interface RelayParts {
  settings: Settings;
  session: SessionFrame;
  /** With which the window takes its session, once. */
  code: string;
  receive(frame: ModuleFrame): void;
  fail(error: ServiceError): void;
}

const PAUSE_MS = 2_000;

/** Leaves a session at the server for the window that has its code, and hears what that window says there. */
export function openRelay({ settings, session, code, receive, fail }: RelayParts): Relay {
  const key = randomId();
  const ending = new AbortController();
  const { token: access_token, ...rest } = session;
  const left = call('popups', { client_id: settings.clientId, access_token, code, key, session: rest });
  let sending: Promise<unknown> = left.catch(() => undefined);
  left.then(listen, (error: ServiceError) => fail(error));

  async function call<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
    const response = await fetch(`${settings.origin}${settings.base}/embed/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify(body),
      ...(signal && { signal }),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new ServiceError(
        'unreachable',
        `${settings.origin} does not answer: is it running, and does the Content-Security-Policy of this page allow it in connect-src?`,
      );
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer.data;
    throw new ServiceError(answer.error_code ?? response.status, answer.message ?? response.statusText);
  }

  async function listen(): Promise<void> {
    for (let after = 0; !ending.signal.aborted; ) {
      try {
        type Answer = { frames: { seq: number; frame: ModuleFrame }[] };
        const { frames } = await call<Answer>('frames/read', { key, after }, ending.signal);
        for (const { seq, frame } of frames) {
          if (ending.signal.aborted) return;
          after = seq;
          receive(frame);
        }
      } catch (error) {
        if (ending.signal.aborted) return;
        // The server has forgotten it: the window is gone, or has been left for a day.
        if (error instanceof ServiceError && error.error_code === 404) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  return {
    send(frame) {
      // One after the other: their order counts.
      sending = sending.then(() => call('frames', { key, frames: [frame] })).catch(() => undefined);
    },
    close: () => ending.abort(),
  };
}
