import assert from 'node:assert/strict';
import { type Actors, createActors, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { createFixture, type Fixture } from '../binders/testing/fixture.ts';
import { findInvitations } from './index.ts';

let actors: Actors;
let fixture: Fixture;
beforeAll(async () => {
  actors = await createActors(service);
});
beforeEach(async () => {
  fixture = await createFixture(service, actors);
});

const pending = () => findInvitations(service.env.db, fixture.binderId, service.clock.now());

test('[MEMBER-13] addresses that PostgreSQL cannot tell apart are refused where they may be two mailboxes', async () => {
  const invite = (...emails: string[]) => fixture.invite(emails.map((email) => ({ user: { email } })));
  expectRefusal(await invite('İ.a@guest.example', 'i.a@guest.example'), 400, 'users[1].user.email');
  // JavaScript and PostgreSQL convert a final Σ to different lower-case letters.
  assert.equal((await invite('ΑΣ@guest.example', 'ασ@guest.example')).status, 200);
  assert.deepEqual(
    (await pending()).map(({ value }) => value),
    ['ΑΣ@guest.example'],
  );
});
