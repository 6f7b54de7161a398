import { after, before, test } from 'node:test';
import {
  type Actors,
  type ActorTable,
  hireActors,
  outsiders,
  startService,
  type TestService,
} from '@ringbinder/testkit';

let service: TestService;
let actors: Actors;
before(async () => {
  service = await startService();
  actors = await hireActors(service);
});
after(() => service.close());

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
    // There is an entry already, so the members do not wait; nor do those who are refused.
    call: ({ call }, binderId) => call('GET', `/${binderId}/feed?wait=30`),
  }));
