import type { Category } from '@ringbinder/protocol';
import { type Database, hasRow } from '../../storage/database.ts';

export type NamingOutcome = 'done' | 'name_taken' | 'no_category';

export function findCategories(db: Database, userId: string): Promise<Category[]> {
  return db.query<Category & Record<string, unknown>>(
    'SELECT id, name FROM categories WHERE user_id = $1 ORDER BY name, id',
    [userId],
  );
}

export async function findCategoriesOfUsers(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, Category[]>> {
  const rows = await db.query<Category & { user_id: string }>(
    'SELECT user_id, id, name FROM categories WHERE user_id = ANY($1) ORDER BY name, id',
    [userIds],
  );
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...byUser].map(([userId, each]) => [userId, each.map(({ id, name }) => ({ id, name }))]));
}

const isTaken = (id: string, name: string) =>
  `EXISTS (SELECT FROM categories c
     WHERE c.user_id = $1 AND c.id <> ${id} AND normalize(c.name, NFC) = normalize(${name}, NFC))`;

const lockNames = (tx: Database, userId: string) =>
  tx.query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);

export async function insertCategory(
  db: Database,
  userId: string,
  name: string,
  at: number,
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await lockNames(tx, userId);
    const [row] = await tx.query<{ id: number }>(
      `WITH taken AS (
         UPDATE users SET next_category_id = next_category_id + 1 WHERE id = $1 AND NOT ${isTaken('0', '$2')}
         RETURNING next_category_id - 1 AS id
       )
       INSERT INTO categories (user_id, id, name, created_at) SELECT $1, id, $2, $3 FROM taken
       ON CONFLICT (user_id, name) DO NOTHING RETURNING id`,
      [userId, name, at],
    );
    return row?.id;
  });
}

export async function renameCategory(
  db: Database,
  userId: string,
  id: number,
  name: string,
): Promise<NamingOutcome> {
  return db.transaction(async (tx) => {
    await lockNames(tx, userId);
    const [row] = await tx.query<{ is_taken: boolean }>(
      `SELECT ${isTaken('$2', '$3')} AS is_taken FROM categories WHERE user_id = $1 AND id = $2`,
      [userId, id, name],
    );
    if (!row) return 'no_category';
    if (row.is_taken) return 'name_taken';
    await tx.query('UPDATE categories SET name = $3 WHERE user_id = $1 AND id = $2', [userId, id, name]);
    return 'done';
  });
}

export function deleteCategory(db: Database, userId: string, id: number): Promise<boolean> {
  return hasRow(db, 'DELETE FROM categories WHERE user_id = $1 AND id = $2 RETURNING id', [userId, id]);
}

export function lockCategory(tx: Database, userId: string, id: number): Promise<boolean> {
  return hasRow(tx, 'SELECT id FROM categories WHERE user_id = $1 AND id = $2 FOR KEY SHARE', [userId, id]);
}

export async function assignBinders(
  tx: Database,
  userId: string,
  categoryId: number,
  binderIds: string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO category_binders (user_id, binder_id, category_id) SELECT $1, id, $2 FROM unnest($3::text[]) AS b (id)
     ORDER BY id ON CONFLICT (user_id, binder_id) DO UPDATE SET category_id = excluded.category_id`,
    [userId, categoryId, binderIds],
  );
}

export async function unassignBinders(tx: Database, userId: string, binderIds: string[]): Promise<void> {
  await tx.query('DELETE FROM category_binders WHERE user_id = $1 AND binder_id = ANY($2::text[])', [
    userId,
    binderIds,
  ]);
}
