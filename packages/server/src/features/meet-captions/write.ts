import type { Environment } from '../../environment/environment.ts';
import { append } from '../../log/index.ts';
import { type Caption, insertCaption } from './queries.ts';

export function writeCaption(
  env: Environment,
  meet: { binder_id: string; id: number; session_key: string },
  caption: Caption,
): Promise<void> {
  const { binder_id: binderId, id, session_key } = meet;
  const { name, text } = caption;
  return env.db.transaction(async (tx) => {
    const context = { binderId, actorId: caption.userId, at: caption.endedAt, bus: env.bus };
    const body = { id, session_key, name, text };
    const seq = await append(tx, context, [{ kind: 'meet_captioned', body }]);
    await insertCaption(tx, { binderId, meetId: id, seq }, caption);
  });
}
