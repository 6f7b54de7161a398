import assert from 'node:assert/strict';
import { test } from '@ringbinder/testkit/playwright/index.ts';
import { startClientSite } from './client-site.ts';

const WRITE = `async () => {
  const { indexedDbStorage } = await import('/client/index.ts');
  const storage = indexedDbStorage('test');
  const replica = (name) => ({ format: 1, position: { epoch: 'e', seq: 7 }, state: { binder: { name }, messages: [] } });
  const item = (clientId, createdTime, place) => ({ clientId, createdTime, place, binderId: 'B1', body: { message: { text: clientId } },
    idempotencyKey: clientId, state: { status: 'waiting' } });
  await storage.saveReplica('U1', 'B1', replica('old'));
  await storage.saveReplica('U1', 'B1', replica('new'));
  await storage.saveReplica('U1', 'B2', replica('gone'));
  await storage.removeReplica('U1', 'B2');
  await storage.saveReplica('U2', 'B1', replica('of another'));
  for (const each of [item('z', 1, 1), item('a', 1, 2), item('b', 0, 1), item('done', 5, 3)]) await storage.saveOutboxItem('U1', each);
  await storage.removeOutboxItem('U1', 'done');
}`;

const READ = `async () => {
  const { indexedDbStorage } = await import('/client/index.ts');
  const storage = indexedDbStorage('test');
  const of = async (userId) => ({
    replica: (await storage.loadReplica(userId, 'B1'))?.state.binder.name,
    binders: await storage.listReplicas(userId),
    outbox: (await storage.loadOutbox(userId)).map(({ clientId }) => clientId),
  });
  return { one: await of('U1'), two: await of('U2') };
}`;

const CLEAR = `async () => {
  const { indexedDbStorage } = await import('/client/index.ts');
  const storage = indexedDbStorage('test');
  await storage.clear('U1');
  return (await indexedDB.databases()).map(({ name }) => name);
}`;

interface Stored {
  replica: string | undefined;
  binders: string[];
  outbox: string[];
}

test('[CLIENT-11] [CLIENT-15] IndexedDB stores replicas and outbox of each user until they are removed', async ({
  app,
}) => {
  const site = await startClientSite();
  try {
    const page = await app.newPage();
    await page.goto(site.origin);
    await page.evaluate(`(${WRITE})()`);
    await page.reload();
    const one = { replica: 'new', binders: ['B1'], outbox: ['b', 'z', 'a'] };
    const two = { replica: 'of another', binders: ['B1'], outbox: [] };
    assert.deepEqual(await page.evaluate<{ one: Stored; two: Stored }>(`(${READ})()`), { one, two });
    const other = await page.context().newPage();
    await other.goto(site.origin);
    await other.evaluate(`(${READ})()`);
    assert.deepEqual(await page.evaluate<string[]>(`(${CLEAR})()`), ['test:U2']);
    const empty = { replica: undefined, binders: [], outbox: [] };
    assert.deepEqual(await other.evaluate<{ one: Stored; two: Stored }>(`(${READ})()`), { one: empty, two });
  } finally {
    await site.close();
  }
});
