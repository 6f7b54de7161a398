import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, refused } from '../expect.ts';
import type { Profile } from '../types.ts';

const test = checks('users');

test('[USER-1] [ORG-1] a profile has every field, and its org', async (t) => {
  const me = data<Profile>(await t.owner.get('/me'));
  assert.deepEqual([me.unique_id, me.org_id, me.is_bot], [t.owner.uniqueId, t.credentials.org_id, false]);
  assert.deepEqual(data<Profile>(await t.owner.get(`/${t.owner.id}`)), me);
});

test('[USER-2] the profile of another user is 403', async (t) => {
  for (const id of [t.editor.id, t.sameOrg.id, t.outsider.id, `U${'0'.repeat(22)}`])
    refused(await t.owner.get(`/${id}`), 403);
  refused(await t.owner.post(`/${t.editor.id}`, { first_name: 'x' }), 403);
});

test('[USER-3] a caller changes the own profile, and what is left out stays', async (t) => {
  const person = await t.people.newcomer();
  const before = data<Profile>(await person.get('/me'));
  done(await person.post('/me', { first_name: 'Zoë', timezone: 'Europe/Berlin' }));
  const after = data<Profile>(await person.get('/me'));
  assert.deepEqual(
    { ...after, name: '', updated_time: 0 },
    { ...before, first_name: 'Zoë', timezone: 'Europe/Berlin', name: '', updated_time: 0 },
  );
  assert.ok(after.name.includes('Zoë'), 'the name to follow the first name');
  assert.ok(after.updated_time >= before.updated_time, 'a later updated_time');
  const picture_uri = 'https://example.com/g.png';
  done(await person.post('/me', { last_name: 'Hopper', language: 'zh-tw', picture_uri }));
  const { name, language, picture_uri: picture } = data<Profile>(await person.get('/me'));
  assert.deepEqual([name, language, picture], ['Zoë Hopper', 'zh-tw', picture_uri]);
  done(await person.post('/me', { first_name: '', last_name: '', picture_uri: '' }));
  const empty = data<Profile>(await person.get('/me'));
  assert.deepEqual([empty.name, empty.picture_uri], [person.uniqueId, '']);
  refused(await person.post('/me', { language: 'en-US' }), 400, 'language');
  refused(await person.post('/me', { timezone: 'Mars/Olympus' }), 400, 'timezone');
});
