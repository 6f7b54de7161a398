import { type Actors, type ActorTable, createActors, outsiders } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let actors: Actors;
beforeAll(async () => {
  actors = await createActors(service);
});

const readers: ActorTable = { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200 };
const writers: ActorTable = { ...outsiders, owner: 200, editor: 200, viewer: 403, bot: 200, reader: 403 };
const owners: ActorTable = { ...outsiders, owner: 200, editor: 403, viewer: 403, bot: 403, reader: 403 };
const everybody: ActorTable = { ...writers, viewer: 200, sameOrg: 200, otherOrg: 200, otherPartner: 200 };

test('[BINDER-13] [BINDER-14] the members read a binder, and nobody else', () =>
  actors.check({
    expected: readers,
    changes: false,
    call: ({ call }, binderId) => call('GET', `/${binderId}`),
  }));

test('[BINDER-3] [BINDER-14] everybody lists the own binders, and sees no other', async () => {
  const members = new Set(['owner', 'editor', 'viewer', 'bot', 'reader']);
  await actors.check({
    expected: { ...everybody, reader: 200 },
    changes: false,
    async call({ call, name }, binderId) {
      const answer = await call('GET', '/me/binders');
      const listed = answer.body.data?.binders.some((entry: { binder: { id: string } }) => {
        return entry.binder.id === binderId;
      });
      if (answer.status === 200 && listed !== members.has(name))
        throw new Error(`${name}: listed is ${listed}`);
      return answer;
    },
  });
});

test('[BINDER-2] everybody with a token that writes makes binders', () =>
  actors.check({
    expected: everybody,
    changes: true,
    call: ({ call }) => call('POST', '/me/binders', { json: { name: 'Mine' } }),
  }));

test('[BINDER-4] nobody lists or makes binders of another user', async () => {
  const { owner } = actors.users;
  const expected: ActorTable = { ...outsiders, owner: 200, editor: 403, viewer: 403, bot: 403, reader: 200 };
  await actors.check({
    expected,
    changes: false,
    call: ({ call }) => call('GET', `/${owner.id}/binders`),
  });
  await actors.check({
    expected: { ...expected, reader: 403 },
    changes: true,
    call: ({ call }) => call('POST', `/${owner.id}/binders`, { json: { name: 'Theirs' } }),
  });
});

test('[BINDER-11] [BINDER-13] the owner and editors rename a binder', () =>
  actors.check({
    expected: writers,
    changes: true,
    call: ({ call }, binderId) => call('POST', `/${binderId}`, { json: { name: 'New name' } }),
  }));

test('[BINDER-12] the owner deletes a binder, and nobody else', () =>
  actors.check({
    expected: owners,
    changes: true,
    call: ({ call }, binderId) => call('DELETE', `/${binderId}`),
  }));

for (const path of ['inviteuser', 'addorguser', 'addteamuser']) {
  test(`[MEMBER-1] [MEMBER-2] [MEMBER-7] the owner and editors add members by ${path}`, async () => {
    const newcomer = await service.make.user({
      partner: { id: actors.users.owner.partnerId, orgId: actors.users.owner.orgId },
    });
    await actors.check({
      expected: writers,
      changes: true,
      call: ({ call }, binderId) =>
        call('POST', `/${binderId}/${path}`, { json: { users: [{ user: { id: newcomer.id } }] } }),
    });
  });
}

test('[MEMBER-7] the owner and editors remove another member', async () => {
  const newcomer = await service.make.user({
    partner: { id: actors.users.owner.partnerId, orgId: actors.users.owner.orgId },
  });
  await actors.check({
    expected: writers,
    changes: true,
    prepare: (binderId) =>
      service.call('POST', `/${binderId}/inviteuser`, {
        token: actors.users.owner.token,
        json: { users: [{ user: { id: newcomer.id }, type: 'BOARD_READ_ONLY' }] },
      }),
    call: ({ call }, binderId) => call('POST', `/${binderId}/removeuser`, { json: { id: newcomer.id } }),
  });
});

test('[MEMBER-8] [MEMBER-9] every member but the owner may leave', () =>
  actors.check({
    expected: { ...outsiders, owner: 400, editor: 200, viewer: 200, bot: 200, reader: 403 },
    changes: true,
    call: ({ call, user }, binderId) => call('POST', `/${binderId}/removeuser`, { json: { id: user.id } }),
  }));

test('[MEMBER-11] the owner changes roles, and nobody else', () =>
  actors.check({
    expected: owners,
    changes: true,
    call: ({ call }, binderId) =>
      call('POST', `/${binderId}/users/${actors.users.viewer.id}`, { json: { type: 'BOARD_READ_WRITE' } }),
  }));

test('[MEMBER-12] the owner hands the binder over, and nobody else', () =>
  actors.check({
    expected: owners,
    changes: true,
    call: ({ call }, binderId) =>
      call('POST', `/${binderId}/users/${actors.users.editor.id}`, { json: { type: 'BOARD_OWNER' } }),
  }));
