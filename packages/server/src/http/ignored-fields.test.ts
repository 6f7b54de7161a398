import assert from 'node:assert/strict';
import { type Cast, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
let binder: string;
beforeAll(async () => {
  cast = await service.make.cast();
  binder = `/${await service.make.binder(cast.owner)}`;
});

const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
  service.call(method, path, { token: cast.owner.token, ...(json === undefined ? {} : { json }), headers });
const ignored = (answer: { headers: Headers }) => answer.headers.get('ringbinder-ignored');
const strict = { prefer: 'respond-async, handling="strict"; foo' };

test('[HTTP-27] an answer names the fields that were ignored, nested ones and those of a query too', async () => {
  const users = [
    { user: { id: cast.editor.id }, foo: 1 },
    { user: { id: cast.viewer.id, bar: 1 }, type: 'BOARD_READ_ONLY' },
  ];
  for (const [path, json, names] of [
    [`${binder}/messages`, { message: { text: 'x' } }, null],
    [`${binder}/messages`, { message: { text: 'x', txt: 'y' } }, 'message.txt'],
    [`${binder}/messages`, { message: { text: 'x' }, button: [] }, 'button'],
    [`${binder}/messages?colour=red`, { message: { text: 'x' } }, '?colour'],
    [`${binder}/messages?colour=red`, { message: { text: 'x', txt: 'y' } }, '?colour, message.txt'],
    [`${binder}/messages`, { message: { text: 'x', fields: { any: 1 } } }, null],
    [
      `${binder}/messages`,
      { message: { text: 'x' }, fields_template: [{ template: 'y', c: 1 }] },
      'fields_template[0].c',
    ],
    [`${binder}/inviteuser`, { users }, 'users[0].foo, users[1].user.bar'],
    [binder, { name: 'named', 'a,b\r\n\u00e9': 1 }, 'a%2Cb%0D%0A%C3%A9'],
    [`${binder}/todos`, { name: 'x', [`y${'z'.repeat(500)}`]: 1 }, `y${'z'.repeat(96)}...`],
  ] as const) {
    const answer = await send('POST', path, json);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(ignored(answer), names, JSON.stringify(json));
  }
  assert.equal(ignored(await send('GET', `${binder}/messages?limt=1`)), '?limt');
  assert.equal(ignored(await service.call('GET', `/me?access_token=${cast.owner.token}`)), null);
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`é${index}`, 1]));
  const ignoredFields = ignored(await send('POST', binder, { name: 'x', ...many })) ?? '';
  assert.ok(
    ignoredFields.startsWith('%C3%A90, ') && ignoredFields.endsWith(', ...') && ignoredFields.length < 2_300,
    ignoredFields,
  );
  assert.equal(
    ignored(await send('DELETE', `${binder}/todos/${await makeTodo()}`, { force: true })),
    'force',
  );
});

async function makeTodo(): Promise<number> {
  return (await send('POST', `${binder}/todos`, { name: 't' })).body.data.todos[0].id;
}

test('[HTTP-27] the fields of a form’s JSON part are named too', async () => {
  const form = new FormData();
  form.append('payload', JSON.stringify({ message: { txt: 'x' } }));
  form.append('file', new File(['text'], 'a.txt'));
  const post = (headers: Record<string, string>) =>
    fetch(`${service.base}${binder}/messages`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${cast.owner.token}`, ...headers },
    });
  const answer = await post({});
  assert.equal(answer.status, 200, await answer.text());
  assert.equal(ignored(answer), 'message.txt');
  const refused = await post(strict);
  assert.equal(refused.status, 400);
  const { errors } = (await refused.json()) as { errors: unknown };
  assert.deepEqual(errors, [{ path: 'message.txt', message: 'is not known' }]);
});

test('[HTTP-29] text that cannot be stored is 400 and named, wherever it stands', async () => {
  const nul = '%00';
  const get = (path: string) => send('GET', path);
  const { id: user, partnerId, orgId } = cast.owner;
  await service.env.db.query(`UPDATE users SET role = 'admin', is_partner_admin = true WHERE id = $1`, [
    user,
  ]);
  for (const [path, field] of [
    [`/orgs/${orgId}/audit?actor_id=${nul}`, 'actor_id'],
    [`/orgs/${orgId}/audit?target=${nul}`, 'target'],
    [`/partners/${partnerId}/audit?target=a${nul}`, 'target'],
    [`/orgs/${orgId}/users?q=${nul}`, 'q'],
    [`/orgs/${orgId}/idps/${nul}`, ''],
  ] as const)
    if (field === '') assert.equal((await send('POST', path, { name: 'x' })).status, 400, path);
    else expectRefusal(await get(path), 400, field);
  for (const bad of ['\u0000', '\ud800']) {
    expectRefusal(await send('POST', `${binder}/messages`, { message: { text: bad } }), 400, 'message.text');
    expectRefusal(
      await send('POST', `${binder}/messages`, { message: { text: 'x' }, later: [bad] }),
      400,
      'later[0]',
    );
    const named = await send('POST', `${binder}/messages`, { message: { text: 'x', fields: { [bad]: 1 } } });
    expectRefusal(named, 400, 'message.fields');
    const buttons = [{ type: 'postback', text: 'b', payload: { deep: [bad] } }];
    const deep = await send('POST', `${binder}/messages`, { message: { text: 'x', buttons } });
    expectRefusal(deep, 400, 'message.buttons[0].payload.deep[0]');
  }
  assert.equal((await send('POST', `${binder}/messages`, { message: { text: '\\u0000' } })).status, 200);
});

test('[HTTP-30] an integer beyond what JSON keeps exactly is 400 and named', async () => {
  const { partnerId, orgId } = cast.owner;
  for (const big of ['9223372036854775808', '9007199254740992', '1'.repeat(400)])
    for (const name of ['from', 'until'])
      for (const path of [`/orgs/${orgId}/audit`, `/partners/${partnerId}/audit`])
        expectRefusal(await send('GET', `${path}?${name}=${big}`), 400, name);
  expectRefusal(await send('GET', `${binder}/feed?after=-9223372036854775809`), 400, 'after');
});
