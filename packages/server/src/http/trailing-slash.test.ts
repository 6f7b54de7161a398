import assert from 'node:assert/strict';
import { type Cast, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

test('[HTTP-32] a slash at the end does not hide a missing id, and means nothing elsewhere', async () => {
  const binder = `/${cast.binderId}`;
  const { token, orgId } = cast.owner;
  const call = (method: string, path: string) => service.call(method, path, { token });
  for (const [method, path, name] of [
    ['GET', `${binder}/transactions/`, 'transaction_id'],
    ['GET', `${binder}/transactions/?limit=1`, 'transaction_id'],
    ['GET', `${binder}/messages/`, 'message_id'],
    ['DELETE', `${binder}/pages/?filter=all`, 'page_id'],
    ['GET', `/orgs/${orgId}/users/`, 'user_id'],
    ['POST', `/orgs/${orgId}/users/`, 'user_id'],
  ] as const)
    expectRefusal(await call(method, path), 400, name, path);
  for (const path of [`${binder}/`, '/me/', '/me/binders/', `${binder}/feed/`])
    assert.equal((await call('GET', path)).status, 200, path);
});

test('[HTTP-32] it holds for every operation whose path ends in an id', async () => {
  const { paths } = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  let tried = 0;
  for (const [path, methods] of Object.entries(paths)) {
    const [, base = '', name = ''] = /^(.+)\/\{([a-z_]+)\}$/.exec(path) ?? [];
    if (base === '') continue;
    for (const method of Object.keys(methods)) {
      const filled = base.replaceAll(/\{[a-z_]+\}/g, cast.binderId);
      const answer = await service.call(method.toUpperCase(), `${filled}/`, { token: cast.owner.token });
      assert.equal(answer.status, 400, `${method} ${base}/ of ${name}`);
      tried++;
    }
  }
  assert.ok(tried > 20, `${tried} operations`);
});
