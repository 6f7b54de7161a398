import assert from 'node:assert/strict';
import { adminOf, type CreatedUser, departures } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { acceptInvitations } from './accept.ts';

let owner: CreatedUser;
beforeAll(async () => {
  ({ owner } = await service.make.cast());
});

test('[MEMBER-15] an invitation ends with the right of whoever sent it to invite', async () => {
  const admin = await adminOf(service, owner);
  const partner = { id: owner.partnerId, orgId: owner.orgId };
  for (const [what, depart] of Object.entries(departures)) {
    const person = await service.make.user({ partner });
    const binderId = await service.make.binder(owner, [{ user: person, role: 'editor' }]);
    const invite = (token: string, json: unknown) =>
      service.call('POST', `/${binderId}/inviteuser`, { token, json });
    const json = { users: [{ user: { unique_id: `guest ${what}`, org_id: owner.orgId } }] };
    assert.equal((await invite(person.token, json)).status, 200);
    await depart(service, { binderId, owner, admin, person });
    const { users } = (await service.call('GET', `/${binderId}`, { token: owner.token })).body.data;
    const pending = users.filter(({ status }: { status: string }) => status === 'BOARD_INVITED');
    assert.deepEqual(pending, [], what);

    const guest = await service.make.user({ partner });
    const set = 'UPDATE users SET unique_id = $2 WHERE id = $1';
    await service.env.db.query(set, [guest.id, `guest ${what}`]);
    const identity = { userId: guest.id, kind: 'unique_id', value: `guest ${what}` } as const;
    const status = async () => (await service.call('GET', `/${binderId}`, { token: guest.token })).status;
    await acceptInvitations(service.env, identity);
    assert.equal(await status(), 403, what);

    await service.env.db.query(set, [guest.id, null]);
    assert.equal((await invite(owner.token, json)).status, 200);
    await service.env.db.query(set, [guest.id, `guest ${what}`]);
    await acceptInvitations(service.env, identity);
    assert.equal(await status(), 200, what);
  }
});
