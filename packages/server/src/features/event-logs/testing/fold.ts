import assert from 'node:assert/strict';
import { type ClientEventKind, clientEvents } from '@ringbinder/protocol';
import { type TestService, until } from '@ringbinder/testkit';
import { Compile } from 'typebox/compile';

export interface LogClient {
  id: string;
  secret: string;
}

export interface LoggedEvent {
  sequence: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind.
  message: any;
}

export const basicOf = ({ id, secret }: LogClient) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

export async function readLog(service: TestService, client: LogClient): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for (let after = 0; ; ) {
    const answer = await service.call('GET', `/events?after=${after}&limit=1000`, {
      headers: basicOf(client),
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    events.push(...answer.body.data.events);
    if (answer.body.data.events.length === 0) break;
    after = answer.body.data.next;
  }
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  );
  assert.equal(new Set(events.map(({ message }) => message.message_id)).size, events.length);
  return events;
}

export function checkSchemas(events: readonly LoggedEvent[]): void {
  const kinds = new Set(events.map(({ message }) => message.message_type as ClientEventKind));
  const checks = new Map([...kinds].map((kind) => [kind, Compile(clientEvents[kind].schema)]));
  for (const { message } of events)
    assert.ok(checks.get(message.message_type)?.Check(message), JSON.stringify(message));
}

export async function whenLogsAreRead({ env }: TestService, timeoutMs?: number): Promise<void> {
  await until(
    'all logs are read',
    async () => {
      const [row] = await env.db.query<{ behind: number }>(
        `SELECT count(*) AS behind FROM binders b LEFT JOIN log_cursors c ON c.binder_id = b.id AND c.consumer = 'client_logs'
         WHERE b.seq > coalesce(c.seq, 0)`,
      );
      return row?.behind === 0 || undefined;
    },
    timeoutMs,
  );
}

type State = Record<string, string>;

export function foldEvents(events: readonly LoggedEvent[]): State {
  const state = new Map<string, string>();
  for (const { message } of events) {
    const { message_type: kind, binder_id: binder, event } = message;
    const member = () => `${binder} member ${event.member.id}`;
    const page = () => `${binder} page ${event.page.id}`;
    const transaction = () => `${binder} transaction ${event.transaction.id}`;
    switch (kind as ClientEventKind) {
      case 'binder_created':
        state.set(binder, event.binder.name);
        state.set(`${binder} member ${event.user.id}`, 'BOARD_OWNER');
        break;
      case 'binder_updated':
        if (event.binder.name !== undefined) state.set(binder, event.binder.name);
        break;
      case 'binder_deleted':
        for (const key of [...state.keys()]) if (key.startsWith(binder)) state.delete(key);
        break;
      case 'member_added':
      case 'member_changed':
        state.set(member(), event.member.type);
        break;
      case 'member_removed':
        state.delete(member());
        break;
      case 'page_created':
        state.set(page(), event.page.type);
        break;
      case 'page_deleted':
        state.delete(page());
        break;
      case 'transaction_created':
        state.set(transaction(), 'open');
        break;
      case 'transaction_completed':
      case 'transaction_rejected':
        state.set(transaction(), event.transaction.outcome);
        break;
      case 'transaction_reopened':
        state.set(transaction(), 'open');
        break;
      case 'transaction_deleted':
        state.delete(transaction());
        break;
      case 'user_created':
      case 'user_updated':
        state.set(`user ${event.about.id}`, `${event.about.name} ${event.about.disabled}`);
        break;
      default:
    }
  }
  return Object.fromEntries([...state].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export async function stateOfOrg({ env }: TestService, orgId: string): Promise<State> {
  const rows = await env.db.query<{ key: string; value: string }>(
    `WITH own AS (SELECT id, name FROM binders WHERE org_id = $1 AND deleted_at IS NULL)
     SELECT id AS key, name AS value FROM own
     UNION ALL SELECT m.binder_id || ' member ' || m.user_id, CASE m.role WHEN 'owner' THEN 'BOARD_OWNER'
         WHEN 'editor' THEN 'BOARD_READ_WRITE' ELSE 'BOARD_READ_ONLY' END
       FROM binder_members m JOIN own ON own.id = m.binder_id
     UNION ALL SELECT p.binder_id || ' page ' || p.id, p.type FROM pages p JOIN own ON own.id = p.binder_id WHERE p.deleted_at IS NULL
     UNION ALL SELECT t.binder_id || ' transaction ' || t.id, coalesce(t.outcome, 'open')
       FROM transactions t JOIN own ON own.id = t.binder_id WHERE t.deleted_at IS NULL
     UNION ALL SELECT 'user ' || id, name || ' ' || (disabled_at IS NOT NULL) FROM users WHERE org_id = $1`,
    [orgId],
  );
  return Object.fromEntries(
    rows.map(({ key, value }) => [key, value] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
