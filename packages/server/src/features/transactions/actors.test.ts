import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, type Cast, type MadeUser, startService, type TestService } from '@ringbinder/testkit';
import { stepFor, type Workflow, workflowIn } from './testing/workflow.ts';

let service: TestService;
let cast: Cast;
let workflow: Workflow;
/** Editors beside `cast.editor`, who creates what the table is about. */
let colleagueEditor: MadeUser;
let bot: MadeUser;
let removed: MadeUser;
let expired: MadeUser;
let revoked: MadeUser;
before(async () => {
  service = await startService();
  cast = await service.make.cast();
  workflow = workflowIn(service, cast);
  const { partner, client } = cast;
  colleagueEditor = await service.make.user({ partner, client });
  bot = await service.make.user({ partner, client, isBot: true });
  removed = await service.make.user({ partner, client });
  expired = await service.make.user({ partner, client });
  revoked = await service.make.user({ partner, client });
  const members = [colleagueEditor, bot, removed, expired, revoked];
  const { status } = await change('addorguser', { users: members.map(({ id }) => ({ user: { id } })) });
  assert.equal(status, 200);
  await service.env.db.query('UPDATE access_tokens SET expires_at = $2 WHERE user_id = $1', [
    expired.id,
    service.clock.now() - 1,
  ]);
  await service.env.db.query('UPDATE token_families SET revoked_at = $2 WHERE user_id = $1', [
    revoked.id,
    service.clock.now(),
  ]);
});
after(() => service.close());

const change = (path: string, json: object) =>
  service.call('POST', `/${cast.binderId}/${path}`, { token: cast.owner.token, json });

/** Who calls, and what each may expect; the transaction is the editor's. */
interface Expectation {
  who: string;
  token: string | undefined;
  read: number;
  create: number;
  change: number;
  /** Of a step that is the owner's. */
  press: number;
}

const expectations = (): Expectation[] => {
  const nothing = { read: 403, create: 403, change: 403, press: 403 };
  const noToken = { read: 401, create: 401, change: 401, press: 401 };
  return [
    { who: 'owner', token: cast.owner.token, read: 200, create: 200, change: 200, press: 200 },
    { who: 'creator', token: cast.editor.token, read: 200, create: 200, change: 200, press: 403 },
    { who: 'editor', token: colleagueEditor.token, read: 200, create: 200, change: 403, press: 403 },
    { who: 'bot', token: bot.token, read: 200, create: 200, change: 403, press: 403 },
    { who: 'viewer', token: cast.viewer.token, read: 200, create: 403, change: 403, press: 403 },
    { who: 'colleague of the org', token: cast.colleague.token, ...nothing },
    { who: 'user of another org', token: cast.neighbour.token, ...nothing },
    { who: 'user of another partner', token: cast.stranger.token, ...nothing },
    { who: 'read-only token of the owner', token: cast.owner.readToken, ...nothing, read: 200 },
    { who: 'unknown token', token: 'nonsense', ...noToken },
    { who: 'no token', token: undefined, ...noToken },
    { who: 'expired token', token: expired.token, ...noToken },
    { who: 'revoked token', token: revoked.token, ...noToken },
  ];
};

const codes: Record<number, string> = {
  200: 'RESPONSE_SUCCESS',
  401: 'RESPONSE_ERROR_INVALID_TOKEN',
  403: 'RESPONSE_ERROR_PERMISSION',
};

/** Runs a call as every actor on a transaction of the editor's, and expects the status that the table says. */
async function expectEach(
  operation: 'read' | 'create' | 'change' | 'press',
  request: (made: { id: number; steps: number[] }) => [method: string, path: string, json?: object],
): Promise<void> {
  let made = await workflow.make([stepFor(cast.owner)], cast.editor.token);
  for (const expectation of expectations()) {
    const [method, path, json] = request(made);
    const { token } = expectation;
    const seq = await workflow.seq();
    const answer: Answer = await service.call(method, path, {
      ...(token === undefined ? {} : { token }),
      ...(json ? { json } : {}),
    });
    const what = `${expectation.who}: ${answer.body.message ?? ''}`;
    assert.equal(answer.status, expectation[operation], what);
    assert.equal(answer.body.code, codes[expectation[operation]], what);
    if (answer.status !== 200) assert.equal(await workflow.seq(), seq, `${what}: nothing changed`);
    else made = await workflow.make([stepFor(cast.owner)], cast.editor.token);
  }
}

test('[TX-1] [BINDER-14] every kind of actor lists transactions as the role allows', () =>
  expectEach('read', () => ['GET', workflow.path()]));

test('[TX-1] [BINDER-14] every kind of actor reads a transaction as the role allows', () =>
  expectEach('read', ({ id }) => ['GET', workflow.path(id)]));

test('[TX-11] [BINDER-13] every kind of actor creates a transaction as the role allows', () =>
  expectEach('create', () => [
    'POST',
    workflow.path(),
    { title: 't', content: '', steps: [stepFor(cast.viewer)] },
  ]));

test('[TX-29] [BINDER-13] every kind of actor changes a transaction as the role allows', () =>
  expectEach('change', ({ id }) => ['POST', workflow.path(id), { title: 'changed' }]));

test('[TX-18] every kind of actor presses another’s button as the role allows', () =>
  expectEach('press', ({ id, steps }) => [
    'POST',
    workflow.path(id, steps[0]),
    { click_button_id: 'approve' },
  ]));

test('[TX-29] [BINDER-13] every kind of actor deletes a transaction as the role allows', () =>
  expectEach('change', ({ id }) => ['DELETE', workflow.path(id)]));

test('[TX-18] every member presses the own button, a viewer and a bot too', async () => {
  for (const user of [cast.owner, cast.editor, colleagueEditor, bot, cast.viewer]) {
    const { id, steps } = await workflow.make([stepFor(user)], cast.editor.token);
    assert.equal((await workflow.press(id, steps[0], user.token)).status, 200, user.name);
  }
});

test('[TX-18] [BINDER-14] [AUTH-9] an assignee who is no member any more or has a read-only token may not press', async () => {
  const { id, steps } = await workflow.make([stepFor(removed, { order_number: 1 })]);
  await change('removeuser', { id: removed.id });
  for (const call of [
    workflow.press(id, steps[0], removed.token),
    workflow.get(id, removed.token),
    workflow.list('', removed.token),
  ])
    assert.equal((await call).status, 403);
  const own = await workflow.make([stepFor(cast.owner)]);
  assert.equal((await workflow.press(own.id, own.steps[0], cast.owner.readToken)).status, 403);
});

test('[BINDER-14] a transaction that exists and one that does not look the same from outside', async () => {
  const { id, steps } = await workflow.make([stepFor(cast.owner)]);
  const { token } = cast.stranger;
  const answers = await Promise.all(
    [id, 999_999].flatMap((each) => [
      workflow.get(each, token),
      workflow.update(each, { title: 'x' }, token),
      workflow.remove(each, token),
      workflow.press(each, steps[0], token),
    ]),
  );
  for (const { status, body } of answers) {
    assert.equal(status, 403);
    assert.equal(body.message, answers[0]?.body.message);
  }
});
