import assert from 'node:assert/strict';
import type { Member } from '@ringbinder/protocol';
import { test } from 'vitest';
import { type Candidate, matchingCandidates } from './candidates.ts';

const person = (key: string, name: string, about: string): Candidate => ({
  key,
  name,
  about,
  picture: '',
  isBot: false,
  isInvited: false,
  user: { id: key },
});
const ben = person('Uben', 'Ben Okafor', 'ben@harbour.example');
const carla = person('Ucarla', 'Carla Mendes', 'carla@harbour.example');

const member = (id: string, email: string): Member => ({
  type: 'BOARD_READ_WRITE',
  status: 'BOARD_MEMBER',
  created_time: 1,
  updated_time: 1,
  user: {
    id,
    name: 'Ada',
    first_name: 'Ada',
    last_name: '',
    email,
    unique_id: null,
    org_id: 'Oone',
    picture_uri: '',
    is_bot: false,
  },
});

const search = (query: string, members: readonly Member[] = []) =>
  matchingCandidates([ben, carla], { query, members, orgId: 'Oone' });

test('[WORK-4] people are found by the beginning of any name and by any part of the address', () => {
  assert.deepEqual(search(''), [ben, carla]);
  assert.deepEqual(search('oka'), [ben]);
  assert.deepEqual(search('men car'), [carla]);
  assert.deepEqual(search('HARBOUR'), [ben, carla]);
});

test('[WORK-4] who is in the binder is not offered, by id or by address', () => {
  assert.deepEqual(search('', [member('Uben', 'ben@harbour.example')]), [carla]);
  assert.deepEqual(search('ada@harbour.example', [member('Uada', 'Ada@harbour.example')]), []);
});

test('[WORK-4] an address nobody has can be invited, and so can an id', () => {
  assert.deepEqual(
    search('new@elsewhere.example').map(({ user }) => user),
    [{ email: 'new@elsewhere.example' }],
  );
  assert.deepEqual(search('ben@harbour.example'), [ben], 'known: no invitation');
  assert.deepEqual(
    search('emp-4711').map(({ user }) => user),
    [{ unique_id: 'emp-4711', org_id: 'Oone' }],
  );
  assert.deepEqual(search('new@elsewhere'), [], 'no whole address');
});

test('[WORK-4] an address is the same in any case, of who was found, is a member or is invited', () => {
  assert.deepEqual(search('BEN@Harbour.Example'), [ben]);
  const ada = member('Uada', 'Ada@Harbour.example');
  const invited: Member = { ...member('', 'New@Elsewhere.example'), status: 'BOARD_INVITED' };
  for (const typed of ['ada@harbour.example', 'ADA@HARBOUR.EXAMPLE', 'new@elsewhere.EXAMPLE'])
    assert.deepEqual(search(typed, [ada, invited]), [], typed);
  const byId: Member = { ...ada, user: { ...ada.user, email: null, unique_id: 'Emp-4711' } };
  assert.deepEqual(search('emp-4711', [byId]), []);
  const keys = ['Other@x.example', 'other@X.example'].map((typed) => search(typed)[0]?.key);
  assert.equal(keys[0], keys[1], 'chosen once');
});
