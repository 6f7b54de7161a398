import { unwrap } from '@ringbinder/client';
import { flag } from './options.ts';
import type { EmbedSession } from './session.ts';

export async function inviteMembers(
  session: EmbedSession,
  { binderId, sessionKey, me }: { binderId: string; sessionKey: string; me: string },
): Promise<void> {
  if (!flag(session.options.peek(), 'invite_members')) return;
  const { api } = session.client;
  try {
    const { users } = await unwrap(api.GET('/{binder_id}', { params: { path: { binder_id: binderId } } }));
    const invited = users
      .filter(({ user, status }) => status === 'BOARD_MEMBER' && user.id !== me && !user.is_bot)
      .map(({ user }) => ({ user: { id: user.id } }));
    if (invited.length === 0) return;
    await unwrap(api.POST('/meets/inviteuser', { body: { session_key: sessionKey, users: invited } }));
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    session.fail(status ?? 'failed', message);
  }
}
