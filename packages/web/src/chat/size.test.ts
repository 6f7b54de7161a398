import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleSize } from '../../../../scripts/module-size.ts';

test('[CHAT-18] the chat, with Preact and the client, is below 60 kB', async () => {
  const bytes = await moduleSize('chat');
  assert.ok(bytes > 20_000 && bytes < 60_000, `${bytes} bytes`);
});
