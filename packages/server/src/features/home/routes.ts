import { type HomeFilter, HomeItem, homeFilters } from '@ringbinder/protocol';
import Type from 'typebox';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import {
  type App,
  Cursor,
  callerOf,
  Limit,
  NextCursor,
  operation,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import { presentDueTimeAndDay } from '../../time/due-day.ts';
import { presentAttachments, presentExcerpt } from '../notifications/index.ts';
import { presentWaitingStep } from '../transactions/index.ts';
import { countHomeItems, findHomeItems, type HomeRows } from './queries.ts';

const DEFAULT_LIMIT = 20;
const FROM_THE_START: [number, string, number] = [-Number.MAX_SAFE_INTEGER, '', 0];

const count = Type.Integer({ minimum: 0, maximum: 1_000 });

const listActivity = operation('Home', 'listActivity', {
  summary: 'List the items that wait for the caller in all binders',
  description:
    'With a `filter`, returns the items of one kind. Without it, returns the first items of each kind. `approvals`: steps that the caller can answer now, newest first. `mentions`: messages that mention the caller, and replies in threads that the caller follows, newest first. `todos`: open to-dos of the caller, earliest due date first. `meets`: meets that are running or start within 24 hours. `saved`: messages that the caller has saved. Those with a due reminder are first, then the most recently saved. `requests`: active transactions of the caller without an outcome that do not wait only for the caller, earliest due date first. A new mention appears within seconds.',
  querystring: Type.Object({
    filter: Type.Optional(Type.Enum(homeFilters)),
    limit: Limit,
    cursor: Type.Optional(Type.String({ ...Cursor, description: 'Allowed only with a `filter`.' })),
  }),
  data: Type.Object({
    items: Type.Array(HomeItem),
    counts: Type.Object(
      { approvals: count, mentions: count, todos: count, meets: count, saved: count, requests: count },
      {
        description:
          'The number of items of each kind, at most 1,000. `mentions` counts only unread messages, and `saved` only messages with a due reminder.',
      },
    ),
    next_cursor: NextCursor,
  }),
});

export function homeFeature(app: App, env: Environment): void {
  app.get('/me/activity', { schema: listActivity }, async (request) => {
    const { filter, limit = DEFAULT_LIMIT, cursor } = request.query;
    if (cursor !== undefined && filter === undefined)
      throw invalid('cursor', 'is accepted only with a filter');
    const { userId } = callerOf(request);
    const now = env.clock.now();
    const [key, binderId, id] = readCursor(cursor, ['number', 'string', 'number'], FROM_THE_START);
    const pageOf = async <F extends HomeFilter>(filter: F) => {
      const found = await findHomeItems(env.db, filter, { userId, now }, { key, binderId, id }, limit + 1);
      const { rows, ...next } = slicePage(found, limit, (row) => [row.key, row.binder_id, row.id]);
      return { items: rows.map((row) => presenters[filter](row)), ...next };
    };
    const [counts, ...pages] = await Promise.all([
      countHomeItems(env.db, userId, now),
      ...(filter === undefined ? homeFilters : [filter]).map(pageOf),
    ]);
    const next_cursor = filter === undefined ? undefined : pages[0]?.next_cursor;
    return success({
      items: pages.flatMap(({ items }) => items),
      counts,
      ...(next_cursor === undefined ? {} : { next_cursor }),
    });
  });
}

const presenters: { [F in HomeFilter]: (row: HomeRows[F]) => HomeItem } = {
  approvals: (row) => ({ type: 'approval', ...presentWaitingStep(row) }),
  mentions: (row) => ({
    type: row.kind,
    ...presentOrigin(row),
    message: { ...presentExcerpt(row), ...presentAttachments(row) },
    is_unread: row.is_unread,
  }),
  todos: (row) => ({
    type: 'todo',
    ...presentOrigin(row),
    todo: { id: row.id, name: row.name, ...presentDueTimeAndDay(row) },
  }),
  meets: (row) => ({
    type: 'meet',
    ...presentOrigin(row),
    meet: {
      session_key: row.session_key,
      name: row.name,
      status: row.state,
      ...(row.ends_at === null ? {} : { end_time: row.ends_at }),
      ...(row.participants === null ? {} : { participants: row.participants }),
    },
  }),
  saved: (row) => ({
    type: 'saved',
    ...presentOrigin(row),
    message: { ...presentExcerpt(row), ...presentAttachments(row) },
    saved_time: row.saved_at,
    ...(row.remind_at === null ? {} : { remind_time: row.remind_at }),
    is_due: row.is_due,
  }),
  requests: (row) => ({
    type: 'request',
    ...presentOrigin(row),
    transaction: { id: row.id, title: row.title, ...presentDueTimeAndDay(row) },
    waiting_for: (row.waiting ?? []).map(({ id, name }) => ({ id, name })),
    waiting_count: row.waiting?.[0]?.count ?? 0,
  }),
};

function presentOrigin({ binder_id, binder_name, time, user_id, user_name }: HomeRows[HomeFilter]) {
  return { binder: { id: binder_id, name: binder_name }, time, user: { id: user_id, name: user_name } };
}
