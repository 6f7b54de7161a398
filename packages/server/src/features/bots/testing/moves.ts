import { type CreatedUser, type TestService, until } from '@ringbinder/testkit';
import type { BotFixture } from './bot-fixture.ts';

export type Moves = Awaited<ReturnType<typeof createMoves>>;

export async function createMoves(service: TestService, { cast, bot }: BotFixture) {
  const { partnerId, orgId } = cast.owner;
  const admin: CreatedUser = await service.make.user({ partner: { id: partnerId, orgId } });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);

  async function toldTo(userId: string): Promise<string[]> {
    const rows = await service.env.db.query<{ body: string }>(
      'SELECT body FROM bot_events WHERE user_id = $1 ORDER BY sequence',
      [userId],
    );
    return rows.map(({ body }) => {
      const { message_type, binder_id, event } = JSON.parse(body);
      return [message_type, binder_id, event.user.id].filter(Boolean).join(' ');
    });
  }

  return {
    admin,
    toldTo,
    whenTold: (userId: string, count: number) =>
      until(`${count} events are there`, async () => (await toldTo(userId)).length >= count),
    switchBot: (enabled: boolean, { clientId, orgId }: { clientId: string; orgId: string } = bot) =>
      service.call('POST', `/orgs/${orgId}/bots/${clientId}`, { token: admin.token, json: { enabled } }),
    addUsers: (path: string, userIds: string[], by: { token: string }, binderId = cast.binderId) =>
      service.call('POST', `/${binderId}/${path}`, {
        token: by.token,
        json: { users: userIds.map((id) => ({ user: { id } })) },
      }),
    removeUser: (id: string, by: { token: string }, binderId = cast.binderId) =>
      service.call('POST', `/${binderId}/removeuser`, { token: by.token, json: { id } }),
    findLogCursors: (binderIds: string[]) =>
      service.env.db.query('SELECT binder_id FROM bot_log_cursors WHERE binder_id = ANY($1)', [binderIds]),
  };
}

export function asCause({ id, name, email, uniqueId }: CreatedUser) {
  return { id, name, image_url: '', email, unique_id: uniqueId, is_bot: false };
}
