import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createChat } from '../testing/chat.ts';

const MIGRATION = new URL('../../../storage/migrations/0056_threads.sql', import.meta.url);

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('[MSG-47] [MSG-51] the migration makes threads of older replies, with nothing unread', async () => {
  const { db } = service.env;
  const { owner, editor, viewer, binderId } = await service.make.cast();
  const chat = createChat(service, binderId, owner.token);
  const answer = (id: number) => ({ reply_to: { binder: { comment_id: id } } });
  const root = await chat.post('When?');
  const first = await chat.post('Soon', editor.token, { ...answer(root), mentions: [viewer.id] });
  const last = await chat.post('How soon?', owner.token, answer(first));
  await chat.post('Something else');
  const read = () =>
    db.query('SELECT id, thread_id FROM messages WHERE binder_id = $1 ORDER BY id', [binderId]);
  const before = await read();
  await db.query('UPDATE messages SET thread_id = NULL');
  await db.query('DELETE FROM thread_followers');
  const statements = (await readFile(MIGRATION, 'utf8')).replace(/^--.*$/gm, '').split(';');
  for (const statement of statements) if (/^\s*(WITH|INSERT)/.test(statement)) await db.query(statement);
  assert.deepEqual(await read(), before);
  const followers = await db.query(
    'SELECT thread_id, user_id, read_id FROM thread_followers WHERE binder_id = $1 ORDER BY user_id',
    [binderId],
  );
  assert.deepEqual(
    followers,
    [owner.id, editor.id, viewer.id].sort().map((user_id) => ({ thread_id: root, user_id, read_id: last })),
  );
});
