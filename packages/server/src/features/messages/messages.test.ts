import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';

let service: TestService;
let cast: Cast;
before(async () => {
  service = await startService();
  cast = await service.make.cast();
});
after(() => service.close());

const post = (token: string, text: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', `/${cast.binderId}/messages`, { token, json: { message: { text } }, headers });

test('[MSG-1] a posted message is read by another member', async () => {
  const posted = await post(cast.owner.token, 'Grüße 👋');
  assert.equal(posted.status, 200);
  const list = await service.call('GET', `/${cast.binderId}/messages?limit=1`, { token: cast.viewer.token });
  assert.equal(list.body.data.messages[0].id, posted.body.data.binder_comment_id);
  assert.equal(list.body.data.messages[0].text, 'Grüße 👋');
  assert.deepEqual(list.body.data.messages[0].user, { id: cast.owner.id, name: cast.owner.name });
});
