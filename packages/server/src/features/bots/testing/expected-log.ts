import assert from 'node:assert/strict';
import { type TestService, until } from '@ringbinder/testkit';

export function whenRead({ env }: TestService, timeoutMs?: number): Promise<true> {
  const isRead = async (): Promise<true | undefined> => {
    const [row] = await env.db.query<{ behind: number }>(
      'SELECT count(*) AS behind FROM bot_log_cursors r JOIN binders b ON b.id = r.binder_id WHERE b.seq > r.seq',
    );
    return row?.behind === 0 || undefined;
  };
  return until('all logs are read', isRead, timeoutMs);
}

interface EntryRow extends Record<string, unknown> {
  binder_id: string;
  kind: string;
  actor_id: string;
  body: { id?: number; user_id?: string };
}

function expectedOf(entries: readonly EntryRow[], userId: string): string[] {
  const expected: string[] = [];
  let isIn = false;
  for (const { kind, actor_id, body } of entries) {
    if (kind === 'member_added' && body.user_id === userId) {
      isIn = true;
      expected.push('bot_installed');
    } else if (kind === 'member_removed' && body.user_id === userId) {
      isIn = false;
      expected.push('bot_uninstalled');
    } else if (isIn && actor_id !== userId) {
      if (kind === 'message_posted') expected.push(`comment_posted ${body.id}`);
      if (kind === 'todo_created') expected.push(`todo_created ${body.id}`);
    }
  }
  return expected;
}

export async function checkBotLogs(
  { env }: TestService,
  binderIds: readonly string[],
  userIds: readonly string[],
): Promise<number> {
  const entries = await env.db.query<EntryRow>(
    'SELECT binder_id, kind, actor_id, body FROM binder_log WHERE binder_id = ANY($1) ORDER BY binder_id, seq',
    [binderIds],
  );
  const byBinder = Map.groupBy(entries, ({ binder_id }) => binder_id);
  let count = 0;
  for (const userId of userIds) {
    const events = await env.db.query<{
      sequence: number;
      binder_id: string;
      message_id: string;
      body: string;
    }>('SELECT sequence, binder_id, message_id, body FROM bot_events WHERE user_id = $1 ORDER BY sequence', [
      userId,
    ]);
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      events.map((_, index) => index + 1),
      'sequences have no gap',
    );
    assert.equal(new Set(events.map(({ message_id }) => message_id)).size, events.length);
    for (const binderId of binderIds) {
      const received = events
        .filter(({ binder_id }) => binder_id === binderId)
        .map(({ body }) => inShort(body));
      assert.deepEqual(
        received,
        expectedOf(byBinder.get(binderId) ?? [], userId),
        `${userId} in ${binderId}`,
      );
      count += received.length;
    }
  }
  return count;
}

function inShort(body: string): string {
  const { message_type, event } = JSON.parse(body);
  const thing = event.comment ?? event.todo;
  return thing ? `${message_type} ${thing.id}` : message_type;
}
