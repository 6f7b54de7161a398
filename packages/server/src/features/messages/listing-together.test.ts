import assert from 'node:assert/strict';
import { type Cast, until } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const list = (token: string, query = '') =>
  service.call('GET', `/${cast.binderId}/messages${query}`, { token });
const post = async (text: string): Promise<number> => {
  const { token } = cast.owner;
  const { body } = await service.call('POST', `/${cast.binderId}/messages`, {
    token,
    json: { message: { text } },
  });
  return body.data.binder_comment_id;
};
const lockWaiters = async () =>
  (
    await service.env.db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).length;

test('[STORE-20] readers who wait for the same list share one statement, and access is checked for each', async () => {
  const last = await post('last');
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: locked, resolve: tellLocked } = Promise.withResolvers<void>();
  const transaction = service.env.db.transaction(async (tx) => {
    await tx.query('LOCK TABLE messages IN ACCESS EXCLUSIVE MODE');
    tellLocked();
    await gate;
  });
  await locked;
  const first = list(cast.owner.token);
  await until('the first waits for the table', async () => (await lockWaiters()) === 1);
  // The pool has ten connections. With one statement per list, none would remain for the request below.
  const actors = [cast.owner, cast.otherPartner, cast.viewer, cast.sameOrg, cast.editor];
  const waiting = Array.from({ length: 40 }, (_, index) => {
    const actor = actors[index % actors.length] ?? cast.owner;
    return list(actor.token).then((answer) => ({ actor, answer }));
  });
  const other = list(cast.editor.token, '?limit=1');
  await until('the list of another part waits, too', async () => (await lockWaiters()) === 2);
  assert.equal((await service.call('GET', '/me', { token: cast.owner.token })).status, 200);
  assert.equal(await lockWaiters(), 2);
  letGo();
  await transaction;
  const expected = (await first).body;
  assert.equal(expected.data.messages[0].id, last);
  for (const { actor, answer } of await Promise.all(waiting)) {
    const isMember = [cast.owner, cast.viewer, cast.editor].includes(actor);
    assert.equal(answer.status, isMember ? 200 : 403, actor.name);
    if (isMember) assert.deepEqual(answer.body, expected);
    else assert.equal(JSON.stringify(answer.body).includes('last'), false);
  }
  assert.equal((await other).body.data.messages.length, 1);
});

test('[STORE-20] an answer has all that was acknowledged before it was asked for', async () => {
  let acknowledged = 0;
  const lists = { running: true };
  const writer = (async () => {
    for (let round = 0; round < 40; round++) acknowledged = await post(`round ${round}`);
    lists.running = false;
  })();
  const reader = async () => {
    while (lists.running) {
      const before = acknowledged;
      const { body } = await list(cast.viewer.token, '?limit=5');
      assert.ok((body.data.messages[0]?.id ?? 0) >= before, `${body.data.messages[0]?.id} < ${before}`);
    }
  };
  await Promise.all([writer, ...Array.from({ length: 8 }, reader)]);
});

test('[STORE-20] those who are removed or whose binder is gone are told so among readers who may', async () => {
  const binderId = await service.make.binder(cast.owner, [{ user: cast.viewer, role: 'viewer' }]);
  const get = (token: string) => service.call('GET', `/${binderId}/messages`, { token });
  await service.call('POST', `/${binderId}/removeuser`, {
    token: cast.owner.token,
    json: { id: cast.viewer.id },
  });
  const tokens = [cast.owner.token, cast.viewer.token, cast.owner.token, cast.viewer.token];
  const statuses = async () => (await Promise.all(tokens.map(get))).map(({ status }) => status);
  assert.deepEqual(await statuses(), [200, 403, 200, 403]);
  await service.call('DELETE', `/${binderId}`, { token: cast.owner.token });
  assert.deepEqual(await statuses(), [404, 404, 404, 404]);
});
