import assert from 'node:assert/strict';
import { type Actors, type Answer, stateOf, type TestService } from '@ringbinder/testkit';

export interface LoggedChange {
  kind: string;
  actor: string;
  body: Record<string, unknown>;
}

export interface Fixture {
  binderId: string;
  post(path: string, json: unknown, token?: string): Promise<Answer>;
  invite(users: unknown, token?: string): Promise<Answer>;
  remove(identity: unknown, token?: string): Promise<Answer>;
  change(userId: string, type: unknown, token?: string): Promise<Answer>;
  roles(): Promise<Record<string, string>>;
  loggedChanges(): Promise<LoggedChange[]>;
  /** Returns the error message. */
  refused(call: () => Promise<Answer>, status: number, path?: string): Promise<string>;
}

export async function createFixture(service: TestService, actors: Actors): Promise<Fixture> {
  const { owner } = actors.users;
  const binderId = await actors.fixture();
  const post: Fixture['post'] = (path, json, token = owner.token) =>
    service.call('POST', `/${binderId}/${path}`, { token, json });
  return {
    binderId,
    post,
    invite: (users, token) => post('inviteuser', { users }, token),
    remove: (identity, token) => post('removeuser', identity, token),
    change: (userId, type, token) => post(`users/${userId}`, { type }, token),
    async roles() {
      const rows = await service.env.db.query<{ user_id: string; role: keyof typeof types }>(
        'SELECT user_id, role FROM binder_members WHERE binder_id = $1',
        [binderId],
      );
      return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, types[role]]));
    },
    loggedChanges: () =>
      service.env.db.query<LoggedChange & Record<string, unknown>>(
        'SELECT kind, actor_id AS actor, body FROM binder_log WHERE binder_id = $1 AND seq > 1 ORDER BY seq',
        [binderId],
      ),
    async refused(call, status, path) {
      const before = await stateOf(service, binderId);
      const answer = await call();
      assert.equal(answer.status, status, answer.body.message);
      if (path !== undefined) assert.equal(answer.body.errors?.[0]?.path, path, answer.body.message);
      assert.deepEqual(await stateOf(service, binderId), before);
      return answer.body.message;
    },
  };
}

const types = { owner: 'BOARD_OWNER', editor: 'BOARD_READ_WRITE', viewer: 'BOARD_READ_ONLY' };
