import assert from 'node:assert/strict';
import { type Answer, type Cast, newVisitor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { deleteExpired } from '../../background/housekeeping.ts';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { createWorkflow, sharedStep, stepFor, type Workflow } from '../transactions/testing/workflow.ts';
import { approvalLinkMails } from './mail.ts';

let service: TestService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startService({
    config: {
      smtpUrl: mailServer.url,
      mailFrom: 'Ringbinder <no@test.example>',
      accessTokenSeconds: 90 * 24 * 60 * 60,
    },
  });
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
  await service.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [
    cast.viewer.id,
    'viewer@test.example',
  ]);
});
afterAll(async () => {
  await service.close();
  await mailServer.close();
});

interface Made {
  id: number;
  step: number;
  token: string;
  url: string;
}

const pathOf = (id: number, step: number | undefined) =>
  `/${cast.binderId}/transactions/${id}/steps/${step}/link`;
const ask = (id: number, step: number | undefined, json: object = {}, token = cast.viewer.token) =>
  service.call('POST', pathOf(id, step), { token, json });
const look = (token: string): Promise<Answer> => service.call('GET', '/steplink', { token });
const press = (token: string, click_button_id = 'approve'): Promise<Answer> =>
  service.call('POST', '/steplink', { token, json: { click_button_id } });
const stateOf = async (id: number) => (await workflow.get(id)).body.data.steps[0].status;

async function viewer() {
  const user = await service.make.user({ partner: cast.partner, client: cast.client });
  const { token } = cast.owner;
  await service.call('POST', `/${cast.binderId}/addorguser`, {
    token,
    json: { users: [{ user: { id: user.id } }] },
  });
  await service.call('POST', `/${cast.binderId}/users/${user.id}`, {
    token,
    json: { type: 'BOARD_READ_ONLY' },
  });
  return user;
}

async function createLink(json: object = {}): Promise<Made> {
  const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
  const [step = 0] = steps;
  const { status, body } = await ask(id, step, json);
  assert.equal(status, 200, JSON.stringify(body));
  return { id, step, token: body.data.token, url: body.data.url };
}

test('[TX-38] only the assignee is given the link of a step; creator, owner and editors have it mailed', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
  const [step] = steps;
  const statuses = async (json: object) =>
    Promise.all(
      [cast.viewer, cast.owner, cast.editor, cast.sameOrg, cast.otherPartner].map(
        async ({ token }) => (await ask(id, step, json, token)).status,
      ),
    );
  assert.deepEqual(await statuses({}), [200, 403, 403, 403, 403]);
  assert.deepEqual(await statuses({ mail: true }), [200, 200, 200, 403, 403]);
  const other = await viewer();
  assert.equal((await ask(id, step, { mail: true }, other.token)).status, 403, 'a viewer who is not asked');
  const mailed = await ask(id, step, { mail: true }, cast.editor.token);
  assert.deepEqual(Object.keys(mailed.body.data).sort(), ['created_time', 'expires_time']);
});

test('[TX-38] what cannot be linked is refused with the reason', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer), stepFor(cast.owner)]);
  const [step] = steps;
  assert.equal((await ask(id, 4711)).status, 404);
  assert.equal((await ask(4711, step)).status, 404);
  for (const expires_in of [59, 30 * 24 * 60 * 60 + 1, '60', 1.5]) {
    const refused = await ask(id, step, { expires_in });
    assert.deepEqual([refused.status, refused.body.errors[0].path], [400, 'expires_in']);
  }
  await service.env.db.query('UPDATE users SET email = NULL WHERE id = $1', [cast.owner.id]);
  const unmailed = await ask(id, steps[1], { mail: true }, cast.owner.token);
  assert.deepEqual([unmailed.status, unmailed.body.message], [412, 'the assignee has no email address']);
  const answers = await Promise.all(Array.from({ length: 22 }, () => ask(id, step)));
  assert.deepEqual(
    [200, 412].map((expected) => answers.filter(({ status }) => status === expected).length),
    [20, 2],
  );
  await workflow.press(id, step, cast.viewer.token);
  assert.equal((await ask(id, step)).status, 409);
});

test('[TX-39] by the link one looks at the step and no more, and presses once', async () => {
  const { id, step, token } = await createLink();
  const { status, headers, body } = await look(token);
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(body.data.transaction.id, id);
  assert.deepEqual(body.data.user, { id: cast.viewer.id, name: cast.viewer.name });
  assert.equal(body.data.client_id, cast.client.id);
  assert.deepEqual(Object.keys(body.data.step.actions[0]).sort(), ['id', 'text']);
  assert.doesNotMatch(JSON.stringify(body), /payload|feed_msg|assignee|test\.example/);

  const wrong = await press(token, 'nothing');
  assert.deepEqual([wrong.status, wrong.body.errors[0].path], [400, 'click_button_id']);
  const seq = await workflow.seq();
  assert.deepEqual((await press(token)).body, { code: 'RESPONSE_SUCCESS' });
  const entries = await workflow.feed(seq);
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['step_link_used', 'step_completed', 'message_posted', 'transaction_ended'],
  );
  assert.equal(await stateOf(id), 'completed');
  for (const answer of [await press(token), await look(token)])
    assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_token']);
  const [link] = await service.env.db.query('SELECT used_at FROM step_links WHERE step_id = $1', [step]);
  assert.ok(link?.used_at);
});

test('[TX-39] of presses by one link at once one succeeds, and of two links of one step as well', async () => {
  const { id, step, token } = await createLink();
  const { token: second } = (await ask(id, step)).body.data;
  const answers = await Promise.all([token, token, second, token, second].map((each) => press(each)));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 1, `${statuses}`);
  for (const status of statuses) assert.ok([200, 401, 409, 412].includes(status), `${statuses}`);
  const used = await service.env.db.query(
    'SELECT id FROM step_links WHERE step_id = $1 AND used_at IS NOT NULL',
    [step],
  );
  assert.equal(used.length, 1);
});

/** Long-polls until the status of the step is no longer `waiting`, like the embedded approval card. */
async function follow(token: string): Promise<{ status: number; step: string | undefined }> {
  const answer = await fetch(`${service.base}/steplink/follow`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { data } = (await answer.json()) as { data?: { step: { status: string } } };
  return { status: answer.status, step: data?.step.status };
}

test('[TX-39] [SDK-34] a press out of turn is refused, and the link is good still; who waits by it hears when it is its turn', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.owner), stepFor(cast.viewer)]);
  const { token } = (await ask(id, steps[1])).body.data;
  assert.equal((await press(token)).status, 412);
  assert.equal((await look(token)).body.data.step.status, 'waiting');
  const following = follow(token);
  await workflow.press(id, steps[0], cast.owner.token);
  assert.deepEqual(await following, { status: 200, step: 'current' });
  assert.deepEqual(await follow(token), { status: 200, step: 'current' });
  assert.equal((await press(token)).status, 200);
  assert.deepEqual(await follow(token), { status: 401, step: undefined });
  assert.equal((await follow('made.up')).status, 401);

  const next = await workflow.create([stepFor(cast.owner), stepFor(cast.viewer)]);
  const ending = follow((await ask(next.id, next.steps[1])).body.data.token);
  const path = `/${cast.binderId}/transactions/${next.id}`;
  assert.equal((await service.call('DELETE', path, { token: cast.owner.token })).status, 200);
  assert.equal((await ending).status, 401);
});

test('[TX-40] a link opens nothing once it has expired, its person is gone, its person, client or org is disabled, or its things are deleted', async () => {
  const { db } = service.env;
  const cases: [string, (at: { userId: string; id: number }) => Promise<unknown>][] = [
    ['disabled', ({ userId }) => db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [userId])],
    [
      'removed',
      ({ userId }) =>
        service.call('POST', `/${cast.binderId}/removeuser`, {
          token: cast.owner.token,
          json: { id: userId },
        }),
    ],
    [
      'deleted',
      ({ id }) => service.call('DELETE', `/${cast.binderId}/transactions/${id}`, { token: cast.owner.token }),
    ],
    [
      'its client disabled',
      () => db.query('UPDATE clients SET disabled_at = 1 WHERE id = $1', [cast.client.id]),
    ],
    ['its org disabled', () => db.query('UPDATE orgs SET disabled_at = 1 WHERE id = $1', [cast.owner.orgId])],
    ['expired', async () => service.clock.advance(3_600_000)],
  ];
  for (const [name, end] of cases) {
    const user = await viewer();
    const { id, steps } = await workflow.create([stepFor(user)]);
    const { token } = (await ask(id, steps[0], { expires_in: 3600 }, user.token)).body.data;
    assert.equal((await look(token)).status, 200, name);
    await end({ userId: user.id, id });
    assert.deepEqual([(await look(token)).status, (await press(token)).status], [401, 401], name);
    await db.query('UPDATE clients SET disabled_at = NULL WHERE id = $1', [cast.client.id]);
    await db.query('UPDATE orgs SET disabled_at = NULL WHERE id = $1', [cast.owner.orgId]);
  }
  await deleteExpired(service.env);
  const [left] = await db.query('SELECT id FROM step_links WHERE expires_at < $1', [service.clock.now()]);
  assert.equal(left, undefined);
});

test('[TX-40] a token that was changed, one of another kind, and one in the address open nothing; it opens nothing else', async () => {
  const { token } = await createLink();
  const viewLink = await service.call('POST', `/${cast.binderId}/viewonlylink`, {
    token: cast.owner.token,
    json: {},
  });
  const view = new URL(viewLink.body.data.url).hash.slice(1);
  const other = await createLink();
  const [id] = token.split('.');
  const [, signature] = other.token.split('.');
  for (const bad of [`${id}.${signature}`, token.slice(0, -1), view, cast.viewer.token])
    assert.equal((await look(bad)).status, 401, bad);
  assert.equal((await fetch(`${service.base}/steplink?access_token=${token}`)).status, 401);
  for (const path of ['/me', `/${cast.binderId}`, `/${cast.binderId}/messages`])
    assert.equal((await service.call('GET', path, { token })).status, 401, path);
});

test('[TX-41] a mailed link goes to the assignee, once; the answer, the log and the database do not hold it', async () => {
  await approvalLinkMails.work(service.env);
  const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
  const before = mailServer.mails.length;
  await ask(id, steps[0], { mail: true }, cast.owner.token);
  await Promise.all([approvalLinkMails.work(service.env), approvalLinkMails.work(service.env)]);
  const mails = mailServer.mails.slice(before);
  assert.equal(mails.length, 1);
  const last = mails[0]?.replace(/=\n/g, '') ?? '';
  assert.match(last, /^To: viewer@test\.example$/m);
  const [url = ''] = /http:\/\/[^\s]*\/approval#[\w.=-]+/.exec(last) ?? [];
  const token = url.split('#')[1]?.replaceAll('=2E', '.') ?? '';
  assert.equal((await look(token)).body.data?.transaction.id, id, last);
  await approvalLinkMails.work(service.env);
  assert.equal(mailServer.mails.length, before + 1);
  const secret = token.split('.')[1] ?? 'none';
  assert.doesNotMatch(service.logLines.join(''), new RegExp(secret));
  const stored = await service.env.db.query(
    `SELECT (SELECT string_agg(t::text, '') FROM step_links t) || (SELECT string_agg(t::text, '') FROM binder_log t) AS text`,
  );
  assert.ok(!JSON.stringify(stored).includes(secret));
});

test('[TX-42] [TX-107] [TX-110] the page shows the request and its buttons, which counts as a view; a confirmed press is thanked for, and then the link is dead', async () => {
  const { id, url, token } = await createLink();
  assert.ok(url.startsWith(`${service.origin}/approval#`));
  const visitor = newVisitor(service.origin);
  const opened = await visitor.get('/approval');
  assert.equal(opened.headers.get('x-frame-options'), 'DENY');
  assert.match(opened.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  const seen = await visitor.submit(opened, { token: url });
  assert.equal(seen.status, 200, seen.text);
  assert.match(seen.text, /name="click_button_id" value="approve"/);
  assert.equal(typeof (await workflow.steps(id))[0]?.assignee.viewed_time, 'number');
  const refused = await visitor.submit(seen, { click_button_id: 'nothing' });
  assert.equal(refused.status, 400);
  const again = await visitor.submit(refused, {});
  const asked = await visitor.submit(again, { click_button_id: 'approve' });
  assert.equal(asked.status, 200, asked.text);
  for (const part of ['Send this answer?', 'Your answer: Approve', 'Your answer is final.'])
    assert.ok(asked.text.includes(part), part);
  assert.equal(await stateOf(id), 'current');
  const back = await visitor.submit(await visitor.submit(asked, {}), { click_button_id: 'approve' });
  assert.equal(await stateOf(id), 'current', 'going back confirms nothing');
  const thanked = await visitor.submit(back, { click_button_id: 'approve' });
  assert.match(thanked.text, /Your answer is <strong>/);
  assert.equal(await stateOf(id), 'completed');
  const dead = await visitor.post('/approval', { token });
  assert.deepEqual([dead.status, /does not work/.test(dead.text)], [404, true]);
});

test('[LANG-32] the pages show suggested answers in the language of the person, and the API as they were sent', async () => {
  const actions = [
    { id: 'approve', text: 'Approuver' },
    { id: 'other', text: 'Approve at once' },
  ];
  const { id, steps } = await workflow.create([stepFor(cast.viewer, { actions })]);
  const { token } = (await ask(id, steps[0])).body.data;
  const stored = (await look(token)).body.data.step.actions.map(({ text }: { text: string }) => text);
  assert.deepEqual(stored, ['Approuver', 'Approve at once']);
  const setLanguage = (language: string) =>
    service.call('POST', '/me', { token: cast.viewer.token, json: { language } });
  assert.equal((await setLanguage('de')).status, 200);
  const visitor = newVisitor(service.origin);
  const seen = await visitor.post('/approval', { token });
  for (const part of ['>Genehmigen</button>', '>Approve at once</button>'])
    assert.ok(seen.text.includes(part), seen.text);
  const asked = await visitor.submit(seen, { click_button_id: 'approve' });
  assert.match(asked.text, /<strong>[^<]*Genehmigen[^<]*<\/strong>/);
  const thanked = await visitor.submit(asked, { click_button_id: 'approve' });
  assert.match(thanked.text, /<strong>Genehmigen<\/strong>/);
  assert.equal((await setLanguage('en')).status, 200);
});

test('[TX-46] the page says that an earlier person is unavailable, and no longer once the step is reassigned', async () => {
  const earlier = await viewer();
  const { id, steps } = await workflow.create([stepFor(earlier), stepFor(cast.viewer)]);
  const { token } = (await ask(id, steps[1])).body.data;
  const pageOf = async () => (await newVisitor(service.origin).post('/approval', { token })).text;
  assert.match(await pageOf(), /Others answer first/);
  const deletedReply = { token: cast.owner.token, json: { id: earlier.id } };
  assert.equal((await service.call('POST', `/${cast.binderId}/removeuser`, deletedReply)).status, 200);
  assert.match(await pageOf(), /before you is no longer available/);
  const reassigned = { token: cast.owner.token, json: { user_id: cast.editor.id } };
  const path = `${workflow.path(id, steps[0])}/assignee`;
  assert.equal((await service.call('POST', path, reassigned)).status, 200);
  assert.match(await pageOf(), /Others answer first/);
  await workflow.press(id, steps[0], cast.editor.token);
  assert.match(await pageOf(), /name="click_button_id"/);
});

test('[TX-46] [TX-53] the page says that too few of several earlier people are available', async () => {
  const earlier = await viewer();
  const another = await viewer();
  const actions = [{ id: 'approve', text: 'Approve' }];
  const shared = sharedStep([cast.owner, another, earlier], { required: 2, actions });
  const { id, steps } = await workflow.create([shared, stepFor(cast.viewer)]);
  const { token } = (await ask(id, steps[1])).body.data;
  const isBlocked = async () => (await look(token)).body.data.step.is_blocked;
  const remove = (user: { id: string }) =>
    service.call('POST', `/${cast.binderId}/removeuser`, { token: cast.owner.token, json: { id: user.id } });
  assert.equal((await remove(earlier)).status, 200);
  assert.equal(await isBlocked(), undefined, 'two of three can press');
  assert.equal((await remove(another)).status, 200);
  assert.equal(await isBlocked(), true);
  await workflow.press(id, steps[0], cast.owner.token);
  assert.equal(await isBlocked(), true, 'one press is there, and nobody can add the second');
});

test('[TX-38] [TX-55] an excluded assignee gets no link, and a mail that waits is not sent', async () => {
  const { id, steps } = await workflow.create([
    sharedStep([cast.viewer, cast.editor]),
    sharedStep([cast.viewer, cast.owner], { distinct_from: [1] }),
  ]);
  await approvalLinkMails.work(service.env);
  const sent = mailServer.mails.length;
  assert.equal((await ask(id, steps[1], { mail: true })).status, 200);
  await workflow.press(id, steps[0], cast.viewer.token);
  const refused = await ask(id, steps[1]);
  assert.deepEqual(
    [refused.status, refused.body.message],
    [412, 'not_creator or distinct_from excludes the assignee from the step'],
  );
  await approvalLinkMails.work(service.env);
  assert.equal(mailServer.mails.length, sent);
});

test('[TX-38] [TX-39] [TX-56] each of several assignees has links of their own', async () => {
  const people = [cast.owner, cast.editor, cast.viewer];
  const { id, steps } = await workflow.create([sharedStep(people, { required: 2 })]);
  const [step] = steps;
  const [mine, theirs] = await Promise.all(
    [cast.viewer, cast.editor].map(({ token }) => ask(id, step, {}, token)),
  );
  const shown = (await look(mine?.body.data.token)).body.data;
  assert.equal(shown.user.id, cast.viewer.id);
  assert.deepEqual([shown.step.required, shown.step.pressed_count, shown.step.assignee_count], [2, 0, 3]);
  assert.equal((await press(mine?.body.data.token)).status, 200);
  assert.equal((await press(mine?.body.data.token)).status, 401);
  assert.equal((await workflow.press(id, step, cast.editor.token)).status, 200);
  assert.equal((await press(theirs?.body.data.token)).status, 409);
  assert.equal((await ask(id, step, {}, cast.viewer.token)).status, 409);
  const other = await workflow.create([sharedStep([cast.owner, cast.viewer])]);
  const mail = (json: object) => ask(other.id, other.steps[0], { mail: true, ...json }, cast.editor.token);
  const unnamed = await mail({});
  assert.deepEqual([unnamed.status, unnamed.body.errors[0].path], [400, 'user_id']);
  const unknown = await mail({ user_id: cast.editor.id });
  assert.deepEqual([unknown.status, unknown.body.errors[0].path], [412, 'user_id']);
  assert.equal((await mail({ user_id: cast.viewer.id })).status, 200);
  const elsewhere = await ask(other.id, other.steps[0], { user_id: cast.owner.id }, cast.viewer.token);
  assert.equal(elsewhere.status, 403, 'nobody gets the link of another assignee');
});

test('[TX-71] a link to a step with a form shows its fields, and takes answers as a press does', async () => {
  const fields = [{ id: 'sum', type: 'number', label: 'Sum', required: true }];
  const form = stepFor(cast.viewer, { action_style: 'FORM', fields });
  const { id, steps } = await workflow.create([form]);
  const { token } = (await ask(id, steps[0])).body.data;
  assert.deepEqual((await look(token)).body.data.step.fields, fields);
  const refused = await press(token);
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [400, [{ path: 'answers.sum', message: 'is required', reason: 'required', params: {} }]],
  );
  const json = { click_button_id: 'approve', answers: { sum: 7 } };
  assert.equal((await service.call('POST', '/steplink', { token, json })).status, 200);
  assert.deepEqual((await workflow.get(id)).body.data.steps[0].answers, { sum: 7 });
});

test('[TX-71] [TX-107] the page of a link is a form without a script, which says at each field what does not fit', async () => {
  const fields = [
    { id: 'sum', type: 'money', label: 'Sum', required: true, currency: 'EUR', help: 'Per <month>' },
    { id: 'kind', type: 'choice', label: 'Kind', options: ['House', 'Flat & garden'] },
    { id: 'terms', type: 'checkbox', label: 'I accept', required: true },
  ];
  const { id, steps } = await workflow.create([stepFor(cast.viewer, { action_style: 'FORM', fields })]);
  const { token, url } = (await ask(id, steps[0])).body.data;
  const send = async (entries: Record<string, string>) => {
    const body = new URLSearchParams({ token, ...entries });
    const answer = await fetch(url.split('#')[0], { method: 'POST', body });
    return { status: answer.status, text: await answer.text() };
  };
  const opened = await send({});
  assert.equal(opened.status, 200);
  for (const part of [
    'Sum (EUR)</label>',
    'Per &lt;month&gt;',
    '>Flat &amp; garden</option>',
    'type="checkbox"',
  ])
    assert.ok(opened.text.includes(part), part);
  const entries = { click_button_id: 'approve', 'answers.sum': '1.234', 'answers.kind': 'Flat & garden' };
  const refused = await send(entries);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /value="1\.234"[^>]* aria-invalid="true"/);
  assert.match(refused.text, /<option selected>Flat &amp; garden/);
  assert.match(refused.text, /id="terms-wrong">Must be ticked\./);
  const fitting = { ...entries, 'answers.sum': '1.2', 'answers.terms': 'on' };
  const asked = await send(fitting);
  assert.equal(asked.status, 200);
  for (const part of [
    '<dt>Sum</dt><dd>€1.20</dd>',
    '<dt>Kind</dt><dd>Flat &amp; garden</dd>',
    '<dt>I accept</dt><dd>Yes</dd>',
    'name="answers.kind" value="Flat &amp; garden"',
  ])
    assert.ok(asked.text.includes(part), part);
  assert.equal((await workflow.get(id)).body.data.steps[0].status, 'current');
  const { click_button_id: _, ...kept } = fitting;
  const back = await send({ ...kept, confirmed: 'on' });
  assert.match(back.text, /<option selected>Flat &amp; garden/);
  assert.doesNotMatch(back.text, /role="alert"|name="confirmed"/);
  const late = await send({ ...entries, confirmed: 'on' });
  assert.equal(late.status, 400, 'a confirmed answer is checked, too');
  const sent = await send({ ...fitting, confirmed: 'on' });
  assert.equal(sent.status, 200);
  const stored = { sum: '1.20', kind: 'Flat & garden', terms: true };
  assert.deepEqual((await workflow.get(id)).body.data.steps[0].answers, stored);
});

test('[TX-75] the page of a link names the pages that must be opened in the app first', async () => {
  const note = { token: cast.owner.token, json: { type: 'note', name: 'Terms', text: 'Long' } };
  const { page_id: page } = (await service.call('POST', `/${cast.binderId}/pages`, note)).body.data;
  const step = stepFor(cast.viewer, { action_style: 'ACKNOWLEDGE', pages: [page] });
  const { id, steps } = await workflow.create([step]);
  const { token, url } = (await ask(id, steps[0])).body.data;
  const open = async () =>
    (await fetch(url.split('#')[0], { method: 'POST', body: new URLSearchParams({ token }) })).text();
  assert.match(await open(), /to the end in the app first: “Terms”/);
  assert.equal((await press(token)).status, 412);
  const path = `${workflow.path(id, steps[0] ?? 0)}/pages/${page}`;
  await service.call('POST', path, { token: cast.viewer.token, json: {} });
  assert.doesNotMatch(await open(), /in the app first/);
  assert.deepEqual((await look(token)).body.data.step.pages, [{ id: page, name: 'Terms', is_read: true }]);
  assert.equal((await press(token)).status, 200);
});
