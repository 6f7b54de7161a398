import assert from 'node:assert/strict';
import type { CreatedUser } from './factory.ts';
import type { TestService } from './service.ts';

export interface Departure {
  binderId: string;
  owner: CreatedUser;
  admin: CreatedUser;
  person: CreatedUser;
}

type Depart = (service: TestService, departure: Departure) => Promise<void>;

async function send(service: TestService, token: string, path: string, json: unknown): Promise<void> {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
}
const remove = (service: TestService, token: string, { binderId, person }: Departure) =>
  send(service, token, `/${binderId}/removeuser`, { id: person.id });
const disable: Depart = (service, { admin, person }) =>
  send(service, admin.token, `/orgs/${person.orgId}/users/${person.id}`, { disabled: true });

export const departures: Readonly<Record<'leaves' | 'is removed' | 'is disabled' | 'is erased', Depart>> = {
  leaves: (service, departure) => remove(service, departure.person.token, departure),
  'is removed': (service, departure) => remove(service, departure.owner.token, departure),
  'is disabled': disable,
  async 'is erased'(service, departure) {
    const { admin, person } = departure;
    await disable(service, departure);
    await send(service, admin.token, `/orgs/${person.orgId}/users/${person.id}/erase`, {});
  },
};

export async function adminOf(
  service: TestService,
  user?: Pick<CreatedUser, 'partnerId' | 'orgId'>,
): Promise<CreatedUser> {
  const admin = await service.make.user(user && { partner: { id: user.partnerId, orgId: user.orgId } });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
  return admin;
}
