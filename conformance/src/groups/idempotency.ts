import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { checks } from '../check.ts';
import type { Answer } from '../connection.ts';
import { data, done, pluck, refused, status } from '../expect.ts';
import { stepFor } from '../trial.ts';
import type { PostedMessage, UploadedFile } from '../types.ts';

const test = checks('idempotency');

const sentBody = (text: string) => ({ message: { text } });
const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const isReplay = (answer: Answer) => answer.headers.get('idempotent-replayed') === 'true';

test('[IDEM-1] a key is 1 to 255 printable ASCII characters without spaces', async (t) => {
  const fixture = await t.binder();
  const post = (key: string) => t.owner.post(`${fixture.path}/messages`, sentBody('x'), withKey(key));
  for (const key of [`!~${randomUUID()}`.padEnd(255, 'k'), `"${randomUUID()}"`]) status(await post(key), 200);
  for (const key of ['', 'with space', 'a, b', 'a\tb', 'k'.repeat(256), 'ümlaut'])
    refused(await post(key), 400, 'Idempotency-Key');
});

test('[IDEM-1] [IDEM-2] every kind of POST takes a key, and is done once', async (t) => {
  const owner = await t.people.newcomer();
  const fixture = await t.binder(owner, true);
  const { path } = fixture;
  const note = await fixture.note();
  const newcomer = await t.people.newcomer();
  const workflow = await fixture.workflow([stepFor(owner)]);
  const { id: category } = data<{ id: number }>(await owner.post('/me/categories', { name: 'one' }));
  const steps = [stepFor(t.viewer)];
  const svg_tag = '<path d="M0 0"/>';
  const calls: [string, object][] = [
    ['/me/binders', { name: 'Conformance, once' }],
    [path, { name: 'once' }],
    [`${path}/messages`, sentBody('once')],
    [`${path}/inviteuser`, { users: [{ user: { id: t.sameOrg.id } }] }],
    [`${path}/removeuser`, { id: t.sameOrg.id }],
    [`${path}/users/${t.editor.id}`, { type: 'BOARD_READ_ONLY' }],
    [`${path}/transactions`, { title: 't', content: '', steps }],
    [workflow.path, { title: 'once' }],
    [`${path}/pages/${note.id}/comments`, { text: 'once' }],
    [`${path}/pages/${note.id}/annotations`, { client_uuid: 'u', svg_tag }],
    [`${path}/copypages`, { source_id: fixture.id }],
    [`${path}/todos`, { name: 'once' }],
    [`${path}/addorguser`, { users: [{ user: { id: t.sameOrg.id } }] }],
    [`${path}/addteamuser`, { users: [{ user: { id: newcomer.id } }] }],
    [`${workflow.path}/steps/${workflow.steps[0]}`, { click_button_id: 'decline' }],
    ['/me/categories', { name: 'once' }],
    ['/me/categories/rename', { id: category, name: 'first' }],
    [`/me/categories/${category}`, { binders: [{ binder: { id: fixture.id } }] }],
  ];
  for (const [where, json] of calls) {
    const headers = withKey();
    const first = await owner.post(where, json, headers);
    status(first, 200);
    const second = await owner.post(where, json, headers);
    status(second, 200);
    assert.equal(isReplay(second), true);
    assert.equal(isReplay(first), false);
    assert.ok(second.bytes.equals(first.bytes), 'the same bytes');
    refused(await owner.post(where, json, withKey('a b')), 400, 'Idempotency-Key');
    if (where === '/me/binders') done(await owner.delete(`/${data<{ id: string }>(first).id}`));
  }
  assert.equal((await fixture.messages()).length, 1);
  assert.equal((await fixture.transactions()).length, 2);
  assert.equal((await fixture.pages()).length, 2);
  assert.equal((await fixture.todos()).length, 1);
});

test('[IDEM-2] a token in the query is no part of the request', async (t) => {
  const fixture = await t.binder();
  const headers = withKey();
  const post = async () => {
    const path = `${fixture.path}/messages?access_token=${await t.people.freshToken(t.owner)}`;
    return t.nobody.post(path, sentBody('once'), headers);
  };
  const [first, again] = [await post(), await post()];
  assert.deepEqual([isReplay(again), again.json], [true, first.json]);
});

test('[IDEM-3] the key with another body or path is 409', async (t) => {
  const fixture = await t.binder();
  const headers = withKey();
  status(await t.owner.post(`${fixture.path}/messages`, sentBody('one'), headers), 200);
  const other = await t.binder();
  for (const answer of [
    await t.owner.post(`${fixture.path}/messages`, sentBody('two'), headers),
    await t.owner.post(`${other.path}/messages`, sentBody('one'), headers),
    await t.owner.post('/me/binders', { name: 'x' }, headers),
    await t.owner.upload(`${fixture.path}/pageupload`, 'one', 'one.txt', headers),
  ]) {
    refused(answer, 409);
    assert.equal(isReplay(answer), false);
  }
  assert.deepEqual(pluck(await fixture.messages(), 'text'), ['one']);
  assert.equal(isReplay(await t.owner.post(`${fixture.path}/messages`, sentBody('one'), headers)), true);
});

test('[IDEM-4] requests with one key at once give one answer and one change', async (t) => {
  const fixture = await t.binder();
  const headers = withKey();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => t.owner.post(`${fixture.path}/messages`, sentBody('once'), headers)),
  );
  const ids = answers.map((answer) => data<PostedMessage>(answer).binder_comment_id);
  assert.equal(new Set(ids).size, 1);
  assert.equal(answers.filter(isReplay).length, 4);
  assert.equal((await fixture.messages()).length, 1);
});

test('[IDEM-6] a refused request is judged anew', async (t) => {
  const fixture = await t.binder();
  const headers = withKey();
  for (let time = 0; time < 2; time++) {
    const answer = await t.viewer.post(`${fixture.path}/messages`, sentBody('x'), headers);
    refused(answer, 403);
    assert.equal(isReplay(answer), false);
  }
  done(await t.owner.post(`${fixture.path}/users/${t.viewer.id}`, { type: 'BOARD_READ_WRITE' }));
  const answer = await t.viewer.post(`${fixture.path}/messages`, sentBody('x'), headers);
  status(answer, 200);
  assert.equal(isReplay(answer), false);
  assert.equal(isReplay(await t.viewer.post(`${fixture.path}/messages`, sentBody('x'), headers)), true);
  const free = withKey();
  refused(await t.owner.post(`${fixture.path}/messages`, sentBody(''), free), 400);
  refused(await t.owner.post(`/B${'0'.repeat(22)}/messages`, sentBody('x'), free), 404);
  status(await t.owner.post(fixture.path, { name: 'free' }, free), 200);
});

test('[IDEM-9] who may not read the binder any more gets no answer of before', async (t) => {
  const fixture = await t.binder();
  const headers = withKey();
  const post = () => t.editor.post(`${fixture.path}/messages`, sentBody('x'), headers);
  status(await post(), 200);
  status(await post(), 200);
  done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.editor.id }));
  refused(await post(), 403);
});

test('[IDEM-7] the key of another user is another key', async (t) => {
  const fixture = await t.binder();
  const headers = withKey();
  for (const person of [t.owner, t.editor]) {
    const answer = await person.post(`${fixture.path}/messages`, sentBody('x'), headers);
    status(answer, 200);
    assert.equal(isReplay(answer), false);
  }
  assert.equal((await fixture.messages()).length, 2);
});

test('[IDEM-8] an upload is compared by its bytes and its name', async (t) => {
  const fixture = await t.binder();
  const headers = withKey();
  const upload = (text: string, name: string) =>
    t.owner.upload(`${fixture.path}/pageupload`, text, name, headers);
  const first = data<UploadedFile>(await upload('one', 'a.txt'));
  const again = await upload('one', 'a.txt');
  assert.deepEqual([data(again), isReplay(again)], [first, true]);
  refused(await upload('two', 'a.txt'), 409);
  refused(await upload('one', 'b.txt'), 409);
  assert.equal((await fixture.pages()).length, 1);
});
