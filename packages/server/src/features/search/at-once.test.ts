import assert from 'node:assert/strict';
import { type Cast, runOn } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const search = (token: string) => service.call('GET', `/${cast.binderId}/search?q=word`, { token });

test('[ERR-9] one user has four searches under way at the most, and others are let through', async () => {
  const { owner, editor } = cast;
  const request = await service.env.db.transaction(async (tx) => {
    // Every search reads the index's cursor, so the lock blocks all searches.
    await tx.query('LOCK TABLE log_cursors_other IN ACCESS EXCLUSIVE MODE');
    const searches = Array.from({ length: 5 }, () => search(owner.token));
    const first = await Promise.race(searches);
    assert.equal(first.status, 429);
    assert.equal(first.headers.get('retry-after'), '1');
    return [...searches, search(editor.token)];
  });
  const statuses = (await Promise.all(request)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  assert.equal((await search(owner.token)).status, 200);
});

test('[TODO-16] a search says whether all of a long binder has been read for it', async () => {
  const { binderId, viewer } = cast;
  const json = { message: { text: 'dahlia' } };
  await service.call('POST', `/${binderId}/messages`, { token: cast.editor.token, json });
  const { connection } = service.shared.databases[0] ?? assert.fail();
  const setLength = (seq: string) =>
    runOn(connection, `UPDATE binders SET seq = ${seq} WHERE id = '${binderId}'`);
  // Simulates an upgrade, after which the log has more entries than one search reads.
  await setLength('1000000000');
  const ask = async () => {
    const { body } = await service.call('GET', `/${binderId}/search?q=dahlia`, { token: viewer.token });
    return [body.data.results.length, body.data.is_complete];
  };
  assert.deepEqual(await ask(), [1, false]);
  await setLength(
    `9000 + (SELECT seq FROM log_cursors WHERE consumer = 'search_lexemes' AND binder_id = '${binderId}')`,
  );
  assert.deepEqual(await ask(), [1, true]);
});
