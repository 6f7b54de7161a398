import type { HostMessage, ModuleMessage, SessionFrame } from '@ringbinder/protocol/embed.ts';
import type { EmbedBoot } from '../boot.ts';

export interface PageLink {
  send(frame: ModuleMessage): void;
}

const PAUSE_MS = 2_000;
/** The key grants access to the session. */
const KEY_BYTES = 32;

class SessionExpired extends Error {}

async function call<T>({ base }: Pick<EmbedBoot, 'base'>, path: string, body: object): Promise<T> {
  const response = await fetch(`${base}/embed/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify(body),
  });
  if (response.ok) return (await response.json()).data;
  throw response.status === 404 || response.status === 412
    ? new SessionExpired()
    : new Error(String(response.status));
}

export async function takeSession(
  boot: EmbedBoot,
  code: string,
): Promise<{ session: SessionFrame; key: string }> {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const key = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  const body = { client_id: boot.client_id, code, key };
  const { session } = await call<{ session: SessionFrame }>(boot, 'popups/take', body);
  return { session, key };
}

export function openServerLink(
  boot: EmbedBoot,
  key: string,
  onMessage: (frame: HostMessage) => void,
): PageLink {
  let sending: Promise<unknown> = Promise.resolve();
  async function listen(): Promise<void> {
    for (let after = 0; ; ) {
      try {
        type Answer = { frames: { seq: number; frame: HostMessage }[] };
        const { frames } = await call<Answer>(boot, 'frames/read', { key, after });
        for (const { seq, frame } of frames) {
          after = seq;
          onMessage(frame);
        }
      } catch (error) {
        if (error instanceof SessionExpired) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }
  void listen();
  return {
    send(frame) {
      sending = sending.then(() => call(boot, 'frames', { key, frames: [frame] })).catch(() => undefined);
    },
  };
}
