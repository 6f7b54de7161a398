import assert from 'node:assert/strict';
import { openCatalogue } from '@ringbinder/locales';
import type { Answer, Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { because, type Reason, withDetails } from '../because.ts';
import { reasons } from '../reasons.ts';

let cast: Cast;
let base: string;
beforeAll(async () => {
  cast = await service.make.cast();
  base = `/${cast.binderId}`;
});

const call = (method: string, path: string, body?: object, token = cast.owner.token): Promise<Answer> =>
  service.call(method, path, { token, ...(body && { json: body }) });

const why = ({ body }: Answer) => [body.message, body.reason, body.params];

test('[ERR-20] a field that is missing, or too long, has its reason', async () => {
  const missing = await call('POST', `${base}/todos`, {});
  assert.deepEqual(why(missing), ['name is required', 'required', {}]);
  assert.deepEqual(missing.body.errors, [
    { path: 'name', message: 'is required', reason: 'required', params: {} },
  ]);
  const long = await call('POST', `${base}/todos`, { name: 'x'.repeat(5_000) });
  const [{ reason, params, message }] = long.body.errors;
  assert.equal(reason, 'characters_at_most');
  assert.equal(message, `must have at most ${params.limit} characters`);
});

test('[ERR-20] a refusal by the role has its reason', async () => {
  const refused = await call('POST', `${base}/todos`, { name: 'Buy milk' }, cast.viewer.token);
  assert.equal(refused.status, 403);
  const message = 'only the owner and members of type BOARD_READ_WRITE may change the binder';
  assert.deepEqual(why(refused), [message, 'write_access_needed', {}]);
});

test('[ERR-20] a conflict has its reason with the value of its sentence, and so has its field', async () => {
  const name = 'Clients {and} others';
  assert.equal((await call('POST', '/me/categories', { name })).status, 200);
  const refused = await call('POST', '/me/categories', { name });
  assert.equal(refused.status, 409);
  assert.deepEqual(why(refused), [`a category named ${name} already exists`, 'category_exists', { name }]);
  const message = 'is taken';
  assert.deepEqual(refused.body.errors, [
    { path: 'name', message, reason: 'category_exists', params: { name } },
  ]);
});

test('[ERR-20] a failed precondition has its reason, also with details in its message', async () => {
  const refused = await call('GET', `${base}/todos?as_of=seq:999999`);
  assert.equal(refused.status, 412);
  assert.match(refused.body.message, /^as_of lies in the future: the latest entry/);
  assert.deepEqual([refused.body.reason, refused.body.errors[0].reason], ['as_of_future', 'as_of_future']);
});

test('[ERR-20] errors that only developers meet have no reason', async () => {
  const refused = await fetch(`${service.base}/nothing`);
  const body = (await refused.json()) as object;
  assert.deepEqual([refused.status, 'reason' in body, 'params' in body], [400, false, false]);
});

test('[ERR-20] values stand in the order of the sentence, and are inserted as they are', () => {
  const { message, params } = because('links_full', { limit: 1000, count: 1001 });
  assert.equal(message, 'the binder would have 1001 links; the limit is 1000');
  assert.deepEqual(Object.keys(params), ['count', 'limit']);
  assert.equal(because('one_of', { values: '{limit}, $&' }).message, 'must be one of {limit}, $&');
  assert.equal(withDetails(because('wrong_form'), 'has the wrong form: a').reason, 'wrong_form');
});

test('[ERR-20] the English texts are those of the catalogue', async () => {
  const { text } = await openCatalogue('en');
  for (const reason of Object.keys(reasons) as Reason[]) {
    const build = because as (reason: Reason, values: object) => { message: string };
    const values = sevens(reasons[reason]);
    assert.equal(build(reason, values).message, text(`errors.${reason}`, values));
  }
});

const sevens = (text: string) =>
  Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name, 7]));
