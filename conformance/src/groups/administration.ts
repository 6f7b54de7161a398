import { randomBytes } from 'node:crypto';
import { type AddCheck, group } from '../check.ts';
import { data, holds, refused, same, status } from '../expect.ts';
import { newClient, operatorOf, orgUser } from '../operator.ts';
import { callerWith } from '../people.ts';
import { listing } from '../resources.ts';
import { filledText, flag, list, object, text, time } from '../shape.ts';

export const administration = group('administration', (check) => {
  orgChecks(check);
  userChecks(check);
  clientChecks(check);
});

const org = object({ id: filledText, name: filledText, partner_id: filledText });
const entry = object({
  time,
  actor: object({ id: filledText, name: text }),
  action: filledText,
  target: filledText,
});
const unique = () => `conformance-${randomBytes(6).toString('hex')}`;

function orgChecks(check: AddCheck): void {
  check('ORG-2 ORG-3 ORG-11 ORG-12', 'an org is made, seen, found and renamed', async (t) => {
    const { admin, partnerId, orgId } = await operatorOf(t);
    refused(await t.owner.post(`/partners/${partnerId}/orgs`, { name: 'x' }), 403);
    refused(await admin.post(`/partners/${partnerId}/orgs`, { name: '' }), 400, 'name');
    const name = unique();
    same(data(await admin.post(`/orgs/${orgId}`, { name }), org).name, name, 'the name');
    const { orgs } = data(await admin.get(`/partners/${partnerId}/orgs?q=${name}`), listing('orgs', org));
    same(
      orgs.map(({ id }) => id),
      [orgId],
      'the orgs of that name',
    );
    data(await t.owner.get(`/orgs/${t.owner.orgId}`), org);
    refused(await t.owner.get(`/orgs/${orgId}`), 403);
    const { users } = data(
      await t.viewer.get(`/orgs/${t.viewer.orgId}/users?limit=1000`),
      listing('users', orgUser),
    );
    holds(users.length > 0, 'users', users.length);
    await admin.post(`/orgs/${orgId}`, { disabled: true });
  });

  check('ORG-28 ORG-29', 'the audit log holds named fields, and no password', async (t) => {
    const { admin, orgId } = await operatorOf(t);
    const user = data(await admin.post(`/orgs/${orgId}/users`, { unique_id: unique() }), orgUser);
    const path = `/orgs/${orgId}/users/${user.id}`;
    const password = unique();
    refused(await admin.post(path, { password }), 400);
    status(await admin.post(path, { first_name: 'x', password, deep: { secret: password } }), 200);
    const list = await admin.get(`/orgs/${orgId}/audit?target=${user.id}`);
    data(list, listing('entries', entry));
    holds(!JSON.stringify(list.json).includes(password), 'a list without the password', list.json);
  });

  check('ORG-8', 'nobody but admins administers', async (t) => {
    const { admin, partnerId, orgId } = await operatorOf(t);
    const calls: [string, string, object | undefined][] = [
      ['GET', `/partners/${partnerId}`, undefined],
      ['POST', `/orgs/${orgId}`, { name: 'x' }],
      ['POST', `/orgs/${orgId}/users`, { email: 'x@example.com', first_name: 'x' }],
      ['GET', `/orgs/${orgId}/audit`, undefined],
      ['GET', `/orgs/${orgId}/tokens`, undefined],
      ['GET', `/orgs/${orgId}/usage`, undefined],
      ['GET', `/partners/${partnerId}/clients`, undefined],
    ];
    for (const [method, path, json] of calls) {
      const options = json ? { json } : {};
      refused(await t.owner.send(method, path, options), 403);
      refused(await t.nobody.send(method, path, options), 401);
    }
    await admin.post(`/orgs/${orgId}`, { disabled: true });
  });

  check('ORG-9 ORG-21', 'changes are in the audit log, and usage is counted by day', async (t) => {
    const { admin, partnerId, orgId } = await operatorOf(t);
    await admin.post(`/orgs/${orgId}`, { name: unique() });
    for (const path of [`/orgs/${orgId}/audit`, `/partners/${partnerId}/audit?target=${orgId}`]) {
      const { entries } = data(await admin.get(path), listing('entries', entry));
      const [latest] = entries;
      same([latest?.actor.id, latest?.target], [admin.id, orgId], 'the latest entry');
    }
    const usage = data(
      await admin.get(`/orgs/${orgId}/usage?days=3`),
      object({ days: list(object({ day: filledText })) }),
    );
    same(usage.days.length, 3, 'how many days there are');
    refused(await admin.get(`/orgs/${orgId}/usage?days=367`), 400, 'days');
    await admin.post(`/orgs/${orgId}`, { disabled: true });
  });
}

function userChecks(check: AddCheck): void {
  check('ORG-4 ORG-15 ORG-16', 'a user is made, changed, and not twice', async (t) => {
    const { admin, orgId } = await operatorOf(t);
    const email = `${unique()}@example.com`;
    const wish = { email, first_name: 'Ada', last_name: 'Lovelace', role: 'admin' };
    const made = data(await admin.post(`/orgs/${orgId}/users`, wish), orgUser);
    same([made.name, made.role], ['Ada Lovelace', 'admin'], 'name and role');
    refused(await admin.post(`/orgs/${orgId}/users`, wish), 409);
    refused(await admin.post(`/orgs/${orgId}/users`, { ...wish, email: 'no address' }), 400, 'email');
    const path = `/orgs/${orgId}/users/${made.id}`;
    same(data(await admin.post(path, { last_name: 'King' }), orgUser).name, 'Ada King', 'the name');
    same(data(await admin.get(path), orgUser).name, 'Ada King', 'the name');
    refused(await admin.get(`/orgs/${orgId}/users/${t.owner.id}`), 404);
    const orgAdmin = await t.people.newcomer(orgId);
    data(await admin.post(`/orgs/${orgId}/users/${orgAdmin.id}`, { role: 'admin' }), orgUser);
    refused(await orgAdmin.post(path, { is_partner_admin: true }), 403);
    await admin.post(`/orgs/${orgId}`, { disabled: true });
  });

  check(
    'AUTH-12 ORG-13 ORG-14 ORG-20 UID-21',
    'who is disabled is out at once, and the last admin cannot be',
    async (t) => {
      const { admin, orgId } = await operatorOf(t);
      const first = await t.people.newcomer(orgId);
      const second = await t.people.newcomer(orgId);
      const change = (id: string, json: object) => admin.post(`/orgs/${orgId}/users/${id}`, json);
      data(await change(first.id, { role: 'admin' }), orgUser);
      refused(await change(first.id, { role: 'member' }), 412);
      refused(await change(first.id, { disabled: true }), 412);
      const { tokens } = data(
        await admin.get(`/orgs/${orgId}/tokens`),
        listing('tokens', object({ id: filledText, user: object({ id: filledText }) })),
      );
      const own = tokens.find(({ user }) => user.id === first.id);
      status(await admin.delete(`/orgs/${orgId}/tokens/${own?.id}`), 200);
      refused(await first.get('/me'), 401);
      status(await second.get('/me'), 200);
      data(await change(second.id, { disabled: true }), orgUser);
      refused(await second.get('/me'), 401);
      status(await t.people.grant({ uniqueid: second.uniqueId, orgid: orgId }), 400);
      const third = await t.people.newcomer(orgId);
      data(await admin.post(`/orgs/${orgId}`, { disabled: true }), org);
      refused(await third.get('/me'), 401);
    },
  );
}

const listedClient = object({ client_id: filledText, name: filledText, disabled: flag });

function clientChecks(check: AddCheck): void {
  check(
    'ORG-5 ORG-6 ORG-17 ORG-18 ORG-19 ORG-22 ORG-30',
    'a client is registered, rotated and changed',
    async (t) => {
      const { admin, partnerId, orgId } = await operatorOf(t);
      const path = `/partners/${partnerId}/clients`;
      const wish = {
        name: unique(),
        redirect_uris: ['https://app.example.com/back'],
        origins: ['https://app.example.com'],
        grants: ['http://www.service.com/auth_uniqueid'],
      };
      const made = data(await admin.post(path, wish), newClient);
      for (const uri of [
        'http://app.example.com/back',
        'https://app.example.com/#x',
        '/back',
        'javascript:alert(1)',
      ])
        refused(await admin.post(path, { ...wish, redirect_uris: [uri] }), 400, 'redirect_uris[0]');
      refused(
        await admin.post(path, { ...wish, origins: ['https://app.example.com/path'] }),
        400,
        'origins[0]',
      );
      const grants = ['authorization_code', 'refresh_token'];
      const open = await admin.post(path, { ...wish, name: unique(), public: true, grants });
      const { client_id: publicId } = data(open, listedClient);
      holds(!open.bytes.includes('client_secret'), 'no secret of a public client', 'a secret', open);
      refused(await admin.post(path, { ...wish, public: true }), 400, 'grants[0]');
      refused(await admin.post(`${path}/${publicId}/rotate`, {}), 400, 'client_id');
      const listed = await admin.get(`${path}?q=${wish.name}`);
      const { clients } = data(listed, listing('clients', listedClient));
      same(
        clients.map(({ client_id }) => client_id),
        [made.client_id],
        'the clients of that name',
      );
      holds(!listed.bytes.includes(made.client_secret), 'no secret in a list', 'a secret', listed);
      const grant = (secret: string) =>
        t.people.grant({
          client_id: made.client_id,
          client_secret: secret,
          orgid: orgId,
          uniqueid: unique(),
        });
      status(await grant(made.client_secret), 200);
      const rotated = data(
        await admin.post(`${path}/${made.client_id}/rotate`, {}),
        object({ client_secret: filledText }),
      );
      status(await grant(made.client_secret), 401);
      const answer = await grant(rotated.client_secret);
      status(answer, 200);
      const { access_token: token } = answer.json as { access_token: string };
      const changed = await admin.post(`${path}/${made.client_id}`, { name: 'renamed', disabled: true });
      same(data(changed, listedClient).disabled, true, 'disabled');
      refused(await callerWith(t.connection, token).get('/me'), 401);
      const audit = await admin.get(`/partners/${partnerId}/audit?target=${made.client_id}`);
      holds(!audit.bytes.includes(rotated.client_secret), 'no secret in the audit log', 'a secret', audit);
      data(
        await admin.get(`/orgs/${orgId}/clients`),
        listing('clients', object({ client_id: filledText, trusted: flag })),
      );
      await admin.post(`/orgs/${orgId}`, { disabled: true });
    },
  );
}
