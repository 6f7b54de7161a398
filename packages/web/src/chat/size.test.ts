import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/** What an embed would be: the chat alone, with what it stands on, and nothing of the app around it. */
const ENTRY = 'virtual:chat';
const SOURCE = `
  import { h, render } from 'preact';
  import { createClient, indexedDbStorage, realtime } from '@ringbinder/client';
  import { Chat } from '/src/chat/index.tsx';
  const channel = realtime(createClient({ baseUrl: '/', token: '' }), { storage: indexedDbStorage('') });
  render(h(Chat, { binder: { channel } }), document.body);
`;

test('[CHAT-18] the chat, with Preact and the client, is below 60 kB', async () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const built = await build({
    root,
    logLevel: 'error',
    plugins: [
      {
        name: 'chat-alone',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? SOURCE : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: ENTRY } },
  });
  process.env.NODE_ENV = before;
  const [bundle] = [built].flat();
  assert.ok(bundle && 'output' in bundle);
  const chunks = bundle.output.filter((each) => each.type === 'chunk');
  const eager = new Set<string>();
  const follow = (name: string) => {
    if (eager.has(name)) return;
    eager.add(name);
    for (const each of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) follow(each);
  };
  follow(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '');
  const bytes = chunks
    .filter(({ fileName }) => eager.has(fileName))
    .reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  assert.ok(bytes > 20_000 && bytes < 60_000, `${bytes} bytes`);
});
