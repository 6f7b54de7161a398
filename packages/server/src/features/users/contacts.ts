import { User, UserIdOrMe } from '@ringbinder/protocol';
import Type from 'typebox';
import { type Actor, isDisabled, ownUserId } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  Cursor,
  callerOf,
  Limit,
  MAX_LIST_LIMIT,
  NextCursor,
  operation,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { presentUser, type UserRow, userColumns } from './present.ts';

const listContacts = operation('Users', 'listContacts', {
  summary: 'List the calling user’s contacts by name: people of the same org or of a common binder',
  description:
    'The list does not contain bots, disabled users and the caller. If the caller is a bot, it contains only people of the bot’s binders.',
  params: Type.Object({ user_id: UserIdOrMe }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ contacts: Type.Array(User), next_cursor: NextCursor }),
});

export function contactRoutes(app: App, env: Environment): void {
  app.get('/:user_id/contacts', { schema: listContacts }, async (request) => {
    const actor = callerOf(request);
    ownUserId(actor, request.params.user_id);
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const after = readCursor(cursor, ['string', 'string'], ['', '']);
    const contacts = await findContacts(env.db, actor, after, limit + 1);
    const { rows, ...next } = slicePage(contacts, limit, (row) => [row.sort_name, row.id]);
    return success({ contacts: rows.map(presentUser), ...next });
  });
}

interface ContactRow extends UserRow {
  sort_name: string;
}

/** A bot finds only people of its binders. */
function findContacts(
  db: Database,
  { userId, orgId, isBot }: Pick<Actor, 'userId' | 'orgId' | 'isBot'>,
  after: readonly [name: string, id: string],
  limit: number,
): Promise<ContactRow[]> {
  return db.query<ContactRow>(FIND_CONTACTS, [userId, isBot ? null : orgId, ...after, limit]);
}

const IS_CONTACT = `u.id <> $1 AND NOT u.is_bot AND NOT ${isDisabled('u')} AND (lower(u.name), u.id) > ($3, $4)`;
const IN_ORDER = 'ORDER BY lower(u.name), u.id LIMIT $5';

const FIND_CONTACTS = `
  WITH colleagues AS (
    SELECT u.id FROM users u WHERE u.org_id = $2 AND ${IS_CONTACT} ${IN_ORDER}
  ), companions AS (
    SELECT u.id FROM users u
    WHERE u.id IN (
        SELECT other.user_id FROM binder_members own
        JOIN binders b ON b.id = own.binder_id AND b.deleted_at IS NULL
        JOIN binder_members other ON other.binder_id = own.binder_id
        WHERE own.user_id = $1)
      AND ${IS_CONTACT} ${IN_ORDER}
  )
  SELECT ${userColumns}, lower(u.name) AS sort_name FROM users u
  WHERE u.id IN (SELECT id FROM colleagues UNION SELECT id FROM companions) ${IN_ORDER}`;
