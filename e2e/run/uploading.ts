import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from './posting.ts';

const PAUSE_MS = 100;

export interface Picture {
  name: string;
  bytes: Buffer;
}

/**
 * A client retries with the same key.
 *
 * @returns a promise that resolves at the end, and the acknowledged file ids by name
 */
export function uploadPictures(target: Target, clients: number, pictures: Picture[]) {
  const acknowledged = new Map<string, string>();
  const waiting = [...pictures];
  const done = Promise.all(
    Array.from({ length: clients }, async () => {
      for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
        let id = await upload(target, picture);
        for (; id === undefined; id = await upload(target, picture)) await delay(PAUSE_MS);
        acknowledged.set(picture.name, id);
      }
    }),
  );
  return { acknowledged, done };
}

async function upload(
  { base, token, binder }: Target,
  { name, bytes }: Picture,
): Promise<string | undefined> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  try {
    const response = await fetch(`${base}${binder}/pageupload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': name },
      body: form,
    });
    const { data } = (await response.json()) as { data: { file_id: string } };
    return response.ok ? data.file_id : undefined;
  } catch {
    return undefined;
  }
}

export function uploadText({ base, token, binder }: Target, words: string): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([words]), 'words.txt');
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${base}${binder}/pageupload`, { method: 'POST', headers, body });
}

export async function uploadHalf({ base, token, binder }: Target, { name, bytes }: Picture): Promise<void> {
  const { hostname, port, pathname } = new URL(`${base}${binder}/pageupload`);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const part = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${part.length + bytes.length + 9}\r\n\r\n${part}`,
  );
  socket.write(bytes.subarray(0, bytes.length / 2));
}
