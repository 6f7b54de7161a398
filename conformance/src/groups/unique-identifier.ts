import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { checks } from '../check.ts';
import type { Answer } from '../connection.ts';
import { data } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import { granted, refusedGrant } from '../grant.ts';
import { callerWith, UNIQUE_IDENTIFIER } from '../people.ts';
import type { Trial } from '../trial.ts';
import type { Profile } from '../types.ts';

const test = checks('uid');

const LANGUAGES = 'da de en es fi fr id it ja ko lt nb nl nn no pt ru sv th tr vi zh zh-tw'.split(' ');
const MINUTE_MS = 60_000;

const profileOf = async (t: Trial, answer: Answer) =>
  data<Profile>(await callerWith(t.connection, granted(answer).access_token).get('/me'));
const newId = () => `conformance-${randomBytes(9).toString('base64url')}`;

test('[UID-1] each required field that is missing is named', async (t) => {
  assert.deepEqual(t.people.grantFields().grant_type, UNIQUE_IDENTIFIER);
  for (const name of ['client_id', 'client_secret', 'grant_type', 'uniqueid', 'timestamp']) {
    refusedGrant(await t.people.grant({ [name]: '' }), 'invalid_request', name);
    const { [name]: _, ...form } = t.people.grantFields();
    refusedGrant(await t.nobody.send('POST', '/oauth/token', { form }), 'invalid_request', name);
  }
});

test('[UID-2] [UID-20] the answer has a token and its seconds, and no refresh token', async (t) => {
  const answer = await t.people.grant();
  const grantAnswer = granted(answer);
  assert.equal(grantAnswer.refresh_token, undefined);
  assert.ok(grantAnswer.expires_in > 0, 'a lifetime in seconds');
});

test('[UID-4] [UID-5] the timestamp is 13 digits, at most 5 minutes off', async (t) => {
  granted(await t.people.grant({ timestamp: String(Date.now() - 4 * MINUTE_MS) }));
  granted(await t.people.grant({ timestamp: String(Date.now() + 4 * MINUTE_MS) }));
  const now = Date.now();
  for (const timestamp of [
    String(now - 6 * MINUTE_MS),
    String(now + 6 * MINUTE_MS),
    String(now - 1440 * MINUTE_MS),
    String(now + 1440 * MINUTE_MS),
    String(Math.round(now / 1000)),
    `${now}0`,
    `0${now}`,
    `+${now}`,
    ` ${now}`,
    `${now}\n`,
    'now',
    new Date(now).toISOString(),
  ])
    refusedGrant(await t.people.grant({ timestamp }), 'invalid_request', 'timestamp');
});

test('[UID-6] [UID-7] any string names a user, always the same one', async (t) => {
  for (const id of ['4711', 'anna@conformance.example', '+49 30 123456', 'Ünï çødé 👋', 'a\'b"c;--']) {
    const uniqueid = `conformance ${id}`;
    const first = await profileOf(t, await t.people.grant({ uniqueid }));
    assert.deepEqual(first.unique_id, uniqueid);
    assert.equal((await profileOf(t, await t.people.grant({ uniqueid }))).id, first.id);
  }
  const upper = await profileOf(t, await t.people.grant({ uniqueid: 'CONFORMANCE 4711' }));
  const lower = await profileOf(t, await t.people.grant({ uniqueid: 'conformance 4711' }));
  assert.ok(upper.id !== lower.id, 'another user in capitals');
  granted(await t.people.grant({ uniqueid: 'conformance'.padEnd(255, 'x') }));
  const tooLong = 'conformance'.padEnd(256, 'x');
  refusedGrant(await t.people.grant({ uniqueid: tooLong }), 'invalid_request', 'uniqueid');
});

test('[UID-8] first uses at once make one user', async (t) => {
  const uniqueid = newId();
  const ids = await Promise.all(
    Array.from({ length: 6 }, async () => (await profileOf(t, await t.people.grant({ uniqueid }))).id),
  );
  assert.equal(new Set(ids).size, 1);
});

test('[UID-9] [UID-17] the same uniqueid in two orgs is two users', async (t) => {
  const { org_id, other_org_id } = t.credentials;
  const uniqueid = 'conformance-in-two-orgs';
  const here = await profileOf(t, await t.people.grant({ uniqueid, orgid: org_id }));
  const there = await profileOf(t, await t.people.grant({ uniqueid, orgid: other_org_id }));
  assert.deepEqual([here.org_id, there.org_id], [org_id, other_org_id]);
  assert.ok(here.id !== there.id, 'two users');
});

test('[UID-9] a user is never found by email address', async (t) => {
  const existingUser = t.credentials.users.find(({ email }) => email !== undefined);
  if (existingUser?.email === undefined)
    throw new NotApplicable('no user of the credentials has an email address');
  const profile = await profileOf(t, await t.people.grant({ uniqueid: existingUser.email }));
  assert.ok(profile.id !== existingUser.id, 'another user than the one with that address');
  assert.equal(profile.email, null);
});

test('[UID-10] [UID-11] [UID-12] what is told of a user is kept, and what is left out stays', async (t) => {
  const uniqueid = newId();
  const profileFields = {
    firstname: 'Zoë',
    lastname: "O'Neil",
    pictureurl: 'https://example.com/zoe.png?a=1&b=2',
    timezone: 'America/Argentina/Buenos_Aires',
    language: 'zh-tw',
  };
  const bare = await profileOf(t, await t.people.grant({ uniqueid }));
  const { name, first_name, last_name, picture_uri, timezone, language } = bare;
  assert.deepEqual([name, language], [uniqueid, 'en']);
  assert.deepEqual([first_name, last_name, picture_uri, timezone], ['', '', '', '']);
  const first = await profileOf(t, await t.people.grant({ uniqueid, ...profileFields }));
  for (const fields of [{}, { firstname: '', timezone: '' }])
    assert.deepEqual(await profileOf(t, await t.people.grant({ uniqueid, ...fields })), first);
  assert.deepEqual(
    [first.first_name, first.last_name, first.picture_uri, first.timezone, first.language],
    Object.values(profileFields),
  );
  const second = await profileOf(t, await t.people.grant({ uniqueid, lastname: 'Neu' }));
  assert.deepEqual(
    { ...second, name: '', updated_time: 0 },
    { ...first, name: '', updated_time: 0, last_name: 'Neu' },
  );
  assert.deepEqual([first.name, second.name], ["Zoë O'Neil", 'Zoë Neu']);
  assert.ok(second.updated_time > first.updated_time, 'a later updated_time');
});

test('[UID-13] an unknown timezone and a picture that is no web address are refused', async (t) => {
  for (const timezone of ['UTC', 'Europe/Berlin', 'Etc/GMT+5', 'Asia/Kolkata'])
    granted(await t.people.grant({ timezone }));
  for (const timezone of ['Mars/Olympus', '+01:00', 'Europe', 'x'.repeat(3000), 'Europe/Berlin '])
    refusedGrant(await t.people.grant({ timezone }), 'invalid_request', 'timezone');
  granted(await t.people.grant({ pictureurl: 'HTTP://example.com/a.png' }));
  const links = ['javascript:alert(1)', 'data:image/png;base64,AA', '/a.png', 'example.com', 'http://'];
  for (const pictureurl of links)
    refusedGrant(await t.people.grant({ pictureurl }), 'invalid_request', 'pictureurl');
  refusedGrant(await t.people.grant({ firstname: 'x'.repeat(101) }), 'invalid_request', 'firstname');
});

test('[UID-14] the languages are those of the contract, en without one', async (t) => {
  const uniqueid = newId();
  assert.equal((await profileOf(t, await t.people.grant({ uniqueid }))).language, 'en');
  for (const language of LANGUAGES)
    assert.equal((await profileOf(t, await t.people.grant({ uniqueid, language }))).language, language);
  assert.deepEqual((await profileOf(t, await t.people.grant({ uniqueid }))).language, LANGUAGES.at(-1));
});

test('[UID-15] another language is refused', async (t) => {
  for (const language of ['xx', 'EN', 'en-US', 'zh-TW', 'zh_tw', 'deutsch', ' de'])
    refusedGrant(await t.people.grant({ language }), 'invalid_request', 'language');
});

test('[UID-16] org_unit is taken (plancode would change the plan of the org, and is not sent)', async (t) => {
  granted(await t.people.grant({ org_unit: 'Sales,North' }));
});

test('[UID-18] without orgid the org is the client’s own or its partner’s', async (t) => {
  assert.deepEqual((await profileOf(t, await t.people.grant())).org_id, t.credentials.org_id);
});

test('[UID-19] an unknown orgid is refused', async (t) => {
  refusedGrant(await t.people.grant({ orgid: `O${'0'.repeat(22)}` }), 'invalid_request', 'orgid');
});

test('[UID-22] an extra signature is ignored', async (t) => {
  granted(await t.people.grant({ signature: 'bm90IGNoZWNrZWQ', colour: 'red' }));
});
