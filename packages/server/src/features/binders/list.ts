import { ownUserId } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { type App, callerOf, MAX_LIST_LIMIT, readCursor, slicePage, success } from '../../http/index.ts';
import { presentBinder, type ThumbnailLink } from './present.ts';
import { findBindersOf, findSomeMembers } from './queries.ts';
import * as schema from './schema.ts';

const FROM_THE_START: [number, number, string] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '~'];
const MAX_EMAILS = 20;
/** Existing clients expect a number. */
const NO_CATEGORY = 0;

export function listRoute(app: App, env: Environment, thumbnailLink: ThumbnailLink): void {
  app.get('/:user_id/binders', { schema: schema.listBinders }, async (request, reply) => {
    const userId = ownUserId(callerOf(request), request.params.user_id);
    const { limit = MAX_LIST_LIMIT, cursor, emails } = request.query;
    const [cursorAsOf, placeAt, id] = readCursor(cursor, ['number', 'number', 'string'], FROM_THE_START);
    const from = { asOf: cursorAsOf, placeAt, id };
    const fetched = await findBindersOf(env.db, userId, from, limit + 1, readEmails(emails));
    // Later pages use the order at the time of the first page.
    const asOf = cursor === undefined ? (fetched[0]?.place_at ?? 0) : cursorAsOf;
    const { rows, ...next } = slicePage(fetched, limit, (row) => [asOf, row.place_at, row.id]);
    const members = await findSomeMembers(
      env.db,
      rows.map((row) => row.id),
    );
    const binders = rows.map((row) => ({
      category: row.category_id ?? NO_CATEGORY,
      category_name: row.category_name ?? '',
      is_favourite: row.is_favourite,
      is_muted: row.is_muted,
      is_archived: row.is_archived,
      binder: presentBinder(row, members.get(row.id) ?? [], thumbnailLink),
    }));
    // The serialiser of the schema would take five times as long for a thousand binders.
    return reply
      .type('application/json; charset=utf-8')
      .send(Buffer.from(JSON.stringify(success({ binders, ...next }))));
  });
}

function readEmails(text = ''): string[] {
  const emails = text
    .split(',')
    .map((email) => email.trim())
    .filter(Boolean);
  if (emails.length > MAX_EMAILS) throw invalid('emails', `must have at most ${MAX_EMAILS} addresses`);
  return emails;
}
