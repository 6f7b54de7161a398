import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, pluck, refused, status } from '../expect.ts';
import { makeWav } from '../fixtures/media.ts';
import { granted, refusedGrant } from '../grant.ts';
import { botOf, operatorOf, tokenQuery } from '../operator.ts';
import type { Binder, BinderSummary, Listing } from '../types.ts';

const test = checks('existing clients');

type Posted = { binder_comment_id: number };
type Message = {
  id: number;
  text: string;
  reply_to?: object;
  buttons?: { type: 'account_link' | 'postback'; text: string }[];
};

test('[COMPAT-1] [COMPAT-2] the grant type has any host, and the timestamp a fraction', async (t) => {
  granted(await t.people.grant({ grant_type: 'https://www.conformance.example/auth_uniqueid' }));
  const other = await t.people.grant({ grant_type: 'https://www.conformance.example/auth' });
  refusedGrant(other, 'unsupported_grant_type');
  granted(await t.people.grant({ timestamp: `${Date.now()}.25` }));
  const query = tokenQuery(await botOf(t), { timestamp: `${Date.now()}.25` });
  status(await t.nobody.get(query), 400);
});

test('[COMPAT-3] [COMPAT-4] a token is asked for by JSON, and not by GET', async (t) => {
  granted(await t.nobody.post('/oauth/token', t.people.grantFields()));
  const nested = { ...t.people.grantFields(), uniqueid: {} };
  refusedGrant(await t.nobody.post('/oauth/token', nested), 'invalid_request', 'uniqueid');
  const query = new URLSearchParams(t.people.grantFields());
  refusedGrant(await t.nobody.get(`/oauth/token?${query}`), 'invalid_request');
});

test('[COMPAT-6] slashes behind the base address count as one', async (t) => {
  status(await t.owner.get(`${t.connection.base}/me`), 200);
  const fixture = await t.binder();
  refused(await t.owner.get(`/${fixture.id}//messages`), 400);
});

test('[COMPAT-7] [COMPAT-8] [COMPAT-9] messages as existing bots send them', async (t) => {
  const fixture = await t.binder();
  const first = await fixture.say('first');
  const say = async (body: object) => {
    const { binder_comment_id: id } = data<Posted>(await t.editor.post(`${fixture.path}/messages`, body));
    return data<Message>(await t.viewer.get(`${fixture.path}/messages/${id}`));
  };
  const replyTo = { binder: { comment_id: String(first) } };
  const reply = await say({ message: { fields: { name: 'Ada', none: null } }, reply_to: replyTo });
  assert.equal(reply.text, 'name: Ada');
  assert.deepEqual(reply.reply_to, { binder: { comment_id: first } });
  const body = new FormData();
  body.append('audio', new File([new Uint8Array(makeWav())], 'a.wav'));
  data(await t.editor.send('POST', `${fixture.path}/messages`, { body }));
});

test('[COMPAT-10] a button without a type is a postback', async (t) => {
  const bot = await botOf(t);
  const fixture = await t.binder();
  await t.owner.post(`${fixture.path}/addorguser`, { users: [{ user: { id: bot.id } }] });
  const json = { message: { text: 'x', buttons: [{ text: 'Yes' }] } };
  const { binder_comment_id: id } = data<Posted>(await bot.post(`${fixture.path}/messages`, json));
  const { buttons } = data<Message>(await t.viewer.get(`${fixture.path}/messages/${id}`));
  assert.equal(buttons?.[0]?.type, 'postback');
});

test('[COMPAT-11] a page template with <image> makes the page of one with <img>', async (t) => {
  const fixture = await t.binder();
  type Made = { page_id: number };
  const pageOf = async (tag: string) => {
    const template = `<p>Above</p><${tag} src="https://pictures.example/a.png"><p>Below</p>`;
    const templates = [{ template_type: 'page', template }];
    const answer = await t.editor.post(`${fixture.path}/messages`, {
      message: { action: 'page' },
      fields_template: templates,
    });
    const { page_id: id } = data<Made>(answer);
    return data<{ page: string }>(await t.viewer.get(`${fixture.path}/pagedownload/${id}`)).page;
  };
  const page = await pageOf('image');
  assert.deepEqual(page, await pageOf('img'));
  assert.ok(page.includes('Below'), 'what follows the picture');
});

test('[COMPAT-13] [COMPAT-14] [COMPAT-15] a list of binders has what existing clients read', async (t) => {
  const person = await t.people.newcomer();
  const fixture = await t.binder(person);
  await fixture.say('the latest', person);
  type Entry = { category: number; category_name: string; binder: BinderSummary };
  const listOf = async (query: string) =>
    data<Listing<'binders', Entry>>(await person.get(`/me/binders?filter=all&sort=feeds${query}`)).binders;
  const first = (await listOf('')).find(({ binder: { id } }) => id === fixture.id);
  assert.deepEqual([first?.category, first?.category_name], [0, '']);
  assert.equal(first?.binder.last_feed?.verb, 'post');
  assert.equal(first?.binder.users[0]?.user.id, person.id);
  assert.equal((await listOf('&emails=nobody@conformance.example')).length, 0);
  const many = Array.from({ length: 21 }, (_, index) => `a${index}@b.example`).join();
  refused(await person.get(`/me/binders?emails=${many}`), 400, 'emails');
});

test('[COMPAT-16] an opened binder has its pages', async (t) => {
  const fixture = await t.binder();
  const { id } = await fixture.note();
  const opened = data<Binder>(await t.viewer.get(fixture.path));
  assert.deepEqual(pluck(opened.pages, 'id'), [id]);
});

test('[COMPAT-17] a bot that wants so gets expires_in as text', async (t) => {
  const bot = await botOf(t);
  const { partnerId } = await operatorOf(t);
  const change = { expires_in_as_text: true };
  status(await bot.admin.post(`/partners/${partnerId}/bots/${bot.clientId}`, change), 200);
  const answer = await t.nobody.get(tokenQuery(bot));
  assert.equal((answer.json as { expires_in: string }).expires_in, '43200');
});

test('[PICTURE-1] [PICTURE-3] [PICTURE-4] [PICTURE-7] pictures of other hosts lead to this server', async (t) => {
  const fixture = await t.binder();
  const htmlOf = async (richtext: string) => {
    const answer = await t.editor.post(`${fixture.path}/messages`, { message: { richtext } });
    const { binder_comment_id: id } = data<Posted>(answer);
    return data<{ richtext: string; html: string }>(await t.viewer.get(`${fixture.path}/messages/${id}`));
  };
  const richtext = '[img]http://127.0.0.1/a.png[/img]';
  const said = await htmlOf(richtext);
  assert.deepEqual(said.richtext, richtext);
  const [, link = ''] = /<img src="([^"]+)"/.exec(said.html) ?? [];
  const address = link.replaceAll('&amp;', '&');
  assert.deepEqual(new URL(address).origin, new URL(t.connection.base).origin);
  status(await t.nobody.get(address), 404);
  status(await t.nobody.get(address.replace(/signature=.*/, 'signature=x')), 403);
  const many = Array.from({ length: 51 }, (_, index) => `[img]https://e.example/${index}[/img]`);
  assert.equal((await htmlOf(many.join(''))).html.match(/<img /g)?.length, 50);
});

test('[COMPAT-12] a refused token is called invalid_token', async (t) => {
  const answer = await t.connection.send({ method: 'GET', path: '/me', token: 'unknown' });
  refused(answer, 401);
  assert.equal((answer.json as { error: string }).error, 'invalid_token');
});
