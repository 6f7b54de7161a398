import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, type ErrorBody, refused, status } from '../expect.ts';
import { stepFor } from '../trial.ts';
import type { Binder } from '../types.ts';

const test = checks('errors');

test('[ERR-1] [ERR-13] an error is status, code and words, with the request id of its header', async (t) => {
  refused(await t.owner.get('/nothing/here'), 400);
});

test('[ERR-2] [ERR-14] an unknown endpoint, and an unknown method on a known path, are 400', async (t) => {
  const fixture = await t.binder();
  for (const path of ['/nothing', '/me/nothing', `${fixture.path}/nothing`, '/orgs', '/oauth', '/', '//'])
    for (const caller of [t.owner, t.nobody]) refused(await caller.get(path), 400);
  refused(await t.owner.post('/apps/nothing', {}), 400);
  for (const [method, path] of [
    ['PUT', `${fixture.path}/messages`],
    ['PATCH', fixture.path],
    ['DELETE', `${fixture.path}/messages`],
    ['DELETE', '/me'],
    ['GET', '/oauth/token'],
    ['GET', `${fixture.path}/inviteuser`],
  ] as const)
    refused(await t.owner.send(method, path), 400);
});

test('[ERR-3] a call without authorization is 401', async (t) => {
  refused(await t.nobody.get('/me'), 401);
});

test('[ERR-4] a call that the caller may not make is 403', async (t) => {
  const fixture = await t.binder();
  refused(await t.sameOrg.get(fixture.path), 403);
  refused(await t.editor.delete(fixture.path), 403);
});

test('[ERR-5] what does not exist is 404', async (t) => {
  refused(await t.owner.get(`/B${'0'.repeat(22)}`), 404);
});

test('[ERR-6] what collides with what is there is 409', async (t) => {
  const fixture = await t.binder();
  const users = [{ user: { id: t.editor.id } }];
  refused(await t.owner.post(`${fixture.path}/inviteuser`, { users }), 409);
});

test('[ERR-20] a refusal that a person can meet has its reason and the values of its sentence', async (t) => {
  const fixture = await t.binder();
  const empty = await t.owner.post(`${fixture.path}/todos`, {});
  refused(empty, 400, 'name');
  const { reason, params, errors } = empty.json as Partial<ErrorBody>;
  assert.deepEqual([reason, params, errors?.[0]?.reason], ['required', {}, 'required']);
});

test('[ERR-7] what needs something else first is 412', async (t) => {
  const fixture = await t.binder();
  const steps = [stepFor(t.sameOrg)];
  refused(await t.owner.post(`${fixture.path}/transactions`, { title: 't', content: '', steps }), 412);
});

test('[ERR-8] [LIMIT-1] [LIMIT-2] a JSON body of 1 MiB is read, one byte more is 413', async (t) => {
  const fixture = await t.binder();
  const mebibyte = 1024 ** 2;
  const send = (bytes: number) => {
    const frame = JSON.stringify({ message: { text: 'x' }, pad: '' });
    const body = frame.replace('"pad":""', `"pad":"${'p'.repeat(bytes - frame.length)}"`);
    return t.owner.send('POST', `${fixture.path}/messages`, {
      body,
      headers: { 'content-type': 'application/json' },
    });
  };
  for (const bytes of [mebibyte + 1, 2 * mebibyte]) refused(await send(bytes), 413, 'body');
  status(await send(mebibyte), 200);
});

test('[LIMIT-13] a form that needs no token is bounded in size and in fields', async (t) => {
  const send = (body: string) =>
    t.nobody.send('POST', '/oauth/revoke', {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  status(await send('access_token=unknown'), 200);
  status(await send('a&'.repeat(500)), 400);
  status(await send('a'.repeat(16 * 1024 + 1)), 413);
});

test('[ERR-17] garbage gets an answer, and none of 500 and above', async (t) => {
  const fixture = await t.binder();
  const garbage = [
    '',
    '%00',
    '%ff',
    '..%2f..',
    '{}',
    '[]',
    '-1',
    '1e999',
    'null',
    '%F0%9F%91%8B',
    "'--",
    'x'.repeat(2000),
  ];
  for (const word of garbage) {
    for (const path of [`/${word}`, `${fixture.path}/${word}`, `${fixture.path}/pages?filter=${word}`]) {
      const answer = await t.owner.get(path);
      if (answer.status >= 500) status(answer, 400);
    }
    const answer = await t.owner.send('POST', `${fixture.path}/transactions`, {
      body: word,
      headers: { 'content-type': 'application/json' },
    });
    refused(answer, 400);
  }
});

test('[ERR-18] refused requests of every kind change nothing', async (t) => {
  const fixture = await t.binder();
  const { path } = fixture;
  const note = await fixture.note();
  const workflow = await fixture.workflow([stepFor(t.viewer), stepFor(t.editor)]);
  const state = async () => [
    data<Binder>(await t.owner.get(path)),
    await fixture.entries(),
    await fixture.messages(),
    await fixture.pages(),
    await fixture.transaction(workflow.id),
  ];
  const before = await state();
  const users = [{ user: { id: t.sameOrg.id } }, { user: { id: `U${'0'.repeat(22)}` } }];
  refused(await t.owner.post(`${path}/inviteuser`, { users }), 404);
  refused(await t.viewer.post(`${path}/messages`, { message: { text: 'x' } }), 403);
  refused(await t.owner.post(`${path}/messages`, { message: { text: '' } }), 400);
  refused(await t.owner.post(path, { name: '' }), 400);
  refused(await t.editor.delete(path), 403);
  refused(await t.owner.delete(`${path}/pages?filter=${note.id},999999`), 404);
  refused(await t.owner.post(`${path}/pages/${note.id}/comments`, { text: 7 }), 400);
  const drawn = { client_uuid: 'u', svg_tag: '<script/>' };
  refused(await t.owner.post(`${path}/pages/${note.id}/annotations`, drawn), 400);
  refused(await t.owner.upload(`${path}/pageupload`, '', 'empty.txt'), 400);
  const press = { click_button_id: 'approve' };
  refused(await t.editor.post(`${workflow.path}/steps/${workflow.steps[1]}`, press), 412);
  refused(await t.owner.post(workflow.path, {}), 400);
  assert.deepEqual(await state(), before);
});

const MINUTE_SECONDS = 60;

test('[LIMIT-5] answers tell the limit, what is left of it and when it begins anew', async (t) => {
  const person = await t.people.newcomer();
  const read = async () => {
    const answer = await person.get('/me');
    const header = (name: string) => {
      assert.match(answer.headers.get(name) ?? '', /^\d+$/);
      return Number(answer.headers.get(name));
    };
    const limit = header('ratelimit-limit');
    const remaining = header('ratelimit-remaining');
    const reset = header('ratelimit-reset');
    assert.ok(remaining < limit, 'less left than the limit');
    assert.ok(reset <= MINUTE_SECONDS, 'a reset within a minute');
    return remaining;
  };
  const [first, second] = [await read(), await read()];
  // The second number is larger if a new rate-limit window has begun.
  assert.ok(second === first - 1 || second > first, 'one call less left after a call');
});

test('[LIMIT-7] another user’s calls are counted apart', async (t) => {
  const [one, two] = [await t.people.newcomer(), await t.people.newcomer()];
  const left = async (person: typeof one, token: string) => {
    const answer = await t.nobody.get('/me', { authorization: token });
    status(answer, 200);
    void person;
    return Number(answer.headers.get('ratelimit-remaining'));
  };
  const before = await left(two, `Bearer ${two.token}`);
  const spellings = [`Bearer ${one.token}`, `bearer ${one.token}`, `BEARER  ${one.token}`];
  const counts: number[] = [];
  for (const spelling of spellings) counts.push(await left(one, spelling));
  const after = await left(two, `Bearer ${two.token}`);
  const newMinute = after > before || (counts[2] ?? 0) > (counts[0] ?? 0);
  assert.ok(newMinute || after === before - 1, 'a count that others do not change');
  assert.ok(newMinute || counts[2] === (counts[0] ?? 0) - 2, 'one count for every spelling');
});
