import { type Actors, type ActorTable, createActors, outsiders } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let actors: Actors;
beforeAll(async () => {
  actors = await createActors(service);
});

const readers: ActorTable = { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200 };
const writers: ActorTable = { ...outsiders, owner: 200, editor: 200, viewer: 403, bot: 200, reader: 403 };

test('[MSG-6] the owner, editors and bots post; a viewer and those outside do not', () =>
  actors.check({
    expected: writers,
    changes: true,
    call: ({ call }, binderId) =>
      call('POST', `/${binderId}/messages`, { json: { message: { text: 'Hi' } } }),
  }));

test('[MSG-4] the members list messages, and nobody else', () =>
  actors.check({
    expected: readers,
    changes: false,
    prepare: (binderId) =>
      service.call('POST', `/${binderId}/messages`, {
        token: actors.users.owner.token,
        json: { message: { text: 'Secret' } },
      }),
    call: ({ call }, binderId) => call('GET', `/${binderId}/messages`),
  }));

test('[LOG-4] the members read the log, and nobody else', () =>
  actors.check({
    expected: readers,
    changes: false,
    call: ({ call }, binderId) => call('GET', `/${binderId}/feed`),
  }));

test('[LOG-5] nobody waits for the log of a binder they may not read', () =>
  actors.check({
    expected: readers,
    changes: false,
    call: ({ call }, binderId) => call('GET', `/${binderId}/feed?wait=30`),
  }));

const text = { message: { text: 'Changed' } };
const postAs = async (role: 'owner' | 'editor', binderId: string, message: object = {}) => {
  const json = { message: { text: 'Posted', ...message } };
  const { token } = actors.users[role];
  const { body } = await service.call('POST', `/${binderId}/messages`, { token, json });
  return body.data.binder_comment_id as number;
};

test('[MSG-8] [MSG-24] who may post may answer and mention', () =>
  actors.check({
    expected: writers,
    changes: true,
    prepare: (binderId) => postAs('owner', binderId),
    call: ({ call }, binderId, id) =>
      call('POST', `/${binderId}/messages`, {
        json: {
          message: { text: 'Hi', mentions: [actors.users.viewer.id] },
          reply_to: { binder: { comment_id: id } },
        },
      }),
  }));

test('[MSG-9] who may post may comment', () =>
  actors.check({
    expected: writers,
    changes: true,
    call: ({ call }, binderId) => call('POST', `/${binderId}/comments`, { json: { text: 'Hi' } }),
  }));

test('[MSG-23] the members get a message, and nobody else', () =>
  actors.check({
    expected: readers,
    changes: false,
    prepare: (binderId) => postAs('owner', binderId),
    call: ({ call }, binderId, id) => call('GET', `/${binderId}/messages/${id}`),
  }));

const ownerAlone: ActorTable = { ...writers, editor: 403, bot: 403 };
const editorAlone: ActorTable = { ...writers, owner: 403, bot: 403 };

for (const [author, expected] of [
  ['owner', ownerAlone],
  ['editor', editorAlone],
] as const) {
  test(`[MSG-11] [MSG-26] what the ${author} wrote is edited by the ${author} alone`, () =>
    actors.check({
      expected,
      changes: true,
      prepare: (binderId) => postAs(author, binderId),
      call: ({ call }, binderId, id) => call('POST', `/${binderId}/messages/${id}`, { json: text }),
    }));

  test(`[MSG-11] [MSG-27] what the ${author} wrote is deleted by the ${author} alone`, () =>
    actors.check({
      expected,
      changes: true,
      prepare: (binderId) => postAs(author, binderId),
      call: ({ call }, binderId, id) => call('DELETE', `/${binderId}/messages/${id}`),
    }));
}

test('[MSG-29] every member marks what was read, and nobody else', () =>
  actors.check({
    expected: { ...readers, reader: 403 },
    changes: true,
    prepare: (binderId) => postAs('owner', binderId),
    call: ({ call }, binderId, id) => call('POST', `/${binderId}/readmark`, { json: { message_id: id } }),
  }));

test('[MSG-30] the members list the read marks, and nobody else', () =>
  actors.check({
    expected: readers,
    changes: false,
    call: ({ call }, binderId) => call('GET', `/${binderId}/readmarks`),
  }));

test('[MSG-10] everyone of the partner writes to its users, and nobody else', () =>
  actors.check({
    expected: {
      ...outsiders,
      owner: 200,
      editor: 200,
      viewer: 200,
      bot: 200,
      sameOrg: 200,
      otherOrg: 200,
      otherPartner: 404,
      reader: 403,
    },
    changes: true,
    prepare: () => {
      const { partnerId, orgId } = actors.users.owner;
      return service.make.user({ partner: { id: partnerId, orgId } });
    },
    call: ({ call }, _binderId, user) =>
      call('POST', '/me/messages', { json: { user: { user_id: user.id }, ...text } }),
  }));
