import assert from 'node:assert/strict';
import { hashPassword } from '@ringbinder/server/features/users/index.ts';
import type { CreatedClient, CreatedPartner, CreatedUser } from './factory.ts';
import type { TestService } from './service.ts';

export const PASSWORD = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

export interface TestOrg {
  partner: CreatedPartner;
  client: CreatedClient;
  ada: CreatedUser;
  ben: CreatedUser;
  carla: CreatedUser;
  addUser(name: string): Promise<CreatedUser>;
  /** Members may write. */
  addBinder(name: string, owner: CreatedUser, members?: readonly CreatedUser[]): Promise<string>;
  post(binderId: string, author: CreatedUser, text: string): Promise<number>;
}

export async function createOrg(service: TestService): Promise<TestOrg> {
  const { make, env, call } = service;
  const partner = await make.partner();
  const client = await make.client({ partnerId: partner.id });
  await env.db.query('UPDATE orgs SET name = $2 WHERE id = $1', [partner.orgId, 'Harbour Bank']);
  passwordHash ??= hashPassword(PASSWORD);
  const password = await passwordHash;

  async function addUser(name: string): Promise<CreatedUser> {
    const user = await make.user({ partner, client, name });
    const email = `${name.split(' ')[0]?.toLowerCase()}@${partner.id.toLowerCase()}.example`;
    const [firstName, lastName = ''] = name.split(' ');
    await env.db.query(
      'UPDATE users SET email = $2, password_hash = $3, first_name = $4, last_name = $5 WHERE id = $1',
      [user.id, email, password, firstName, lastName],
    );
    return { ...user, email };
  }

  const ada = await addUser('Ada Lovelace');
  await env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [ada.id]);
  return {
    partner,
    client,
    addUser,
    ada,
    ben: await addUser('Ben Okafor'),
    carla: await addUser('Carla Mendes'),
    async addBinder(name, owner, members = []) {
      const created = await call('POST', '/me/binders', { token: owner.token, json: { name } });
      assert.equal(created.status, 200, JSON.stringify(created.body));
      const { id } = created.body.data;
      if (members.length === 0) return id;
      const users = members.map((member) => ({ user: { id: member.id } }));
      const added = await call('POST', `/${id}/addorguser`, { token: owner.token, json: { users } });
      assert.equal(added.status, 200, JSON.stringify(added.body));
      return id;
    },
    async post(binderId, author, text) {
      const json = { message: { text } };
      const posted = await call('POST', `/${binderId}/messages`, { token: author.token, json });
      assert.equal(posted.status, 200, JSON.stringify(posted.body));
      return posted.body.data.binder_comment_id;
    },
  };
}
