import { type Database, first, hasRow } from '../../../storage/database.ts';

export interface NewSignIn {
  challenge: Buffer;
  browser: Buffer;
  clientId: string;
  origin: string;
  orgId: string | null;
  /** The encrypted URL to open after the sign-in. */
  next: Buffer | null;
  error: { code: string; message: string } | undefined;
  expiresAt: number;
}

export function insertEmbedSignIn(db: Database, signIn: NewSignIn): Promise<boolean> {
  return hasRow(
    db,
    `INSERT INTO embed_sign_ins (challenge, browser, client_id, origin, org_id, next, error_code, error_message, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING challenge`,
    [
      signIn.challenge,
      signIn.browser,
      signIn.clientId,
      signIn.origin,
      signIn.orgId,
      signIn.next,
      signIn.error?.code ?? null,
      signIn.error?.message ?? null,
      signIn.expiresAt,
    ],
  );
}

export interface WaitingSignIn extends Record<string, unknown> {
  client_id: string;
  origin: string;
  org_id: string;
  next: Buffer | null;
}

export function findEmbedSignIn(
  db: Database,
  challenge: Buffer,
  browser: Buffer,
  now: number,
): Promise<WaitingSignIn | undefined> {
  return first<WaitingSignIn>(
    db,
    `SELECT client_id, origin, org_id, next FROM embed_sign_ins
     WHERE challenge = $1 AND browser = $2 AND expires_at > $3 AND user_id IS NULL AND error_code IS NULL`,
    [challenge, browser, now],
  );
}

export type SignInAnswer = { userId: string } | { code: string; message: string };

/**
 * Returns false if the sign-in is not pending, or belongs to another browser.
 *
 * @param browser undefined if the provider rejected the sign-on
 */
export function answerEmbedSignIn(
  db: Database,
  challenge: Buffer,
  browser: Buffer | undefined,
  answer: SignInAnswer,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<boolean> {
  const [userId, code, message] =
    'userId' in answer ? [answer.userId, null, null] : [null, answer.code, answer.message];
  return hasRow(
    db,
    `UPDATE embed_sign_ins SET user_id = $3, error_code = $4, error_message = $5, expires_at = $7
     WHERE challenge = $1 AND ($2::bytea IS NULL OR browser = $2) AND expires_at > $6
       AND user_id IS NULL AND error_code IS NULL RETURNING challenge`,
    [challenge, browser ?? null, userId, code, message, now, expiresAt],
  );
}

export async function takeEmbedSignIn(
  db: Database,
  { challenge, clientId, origin, now }: { challenge: Buffer; clientId: string; origin: string; now: number },
): Promise<SignInAnswer | undefined> {
  type Row = { user_id: string | null; error_code: string; error_message: string };
  const [row] = await db.query<Row>(
    `DELETE FROM embed_sign_ins WHERE challenge = $1 AND client_id = $2 AND origin = $3 AND expires_at > $4
       AND (user_id IS NOT NULL OR error_code IS NOT NULL) RETURNING user_id, error_code, error_message`,
    [challenge, clientId, origin, now],
  );
  if (!row) return undefined;
  return row.user_id === null
    ? { code: row.error_code, message: row.error_message }
    : { userId: row.user_id };
}

export function isOrgOfPartner(db: Database, orgId: string, partnerId: string): Promise<boolean> {
  return hasRow(db, 'SELECT FROM orgs WHERE id = $1 AND partner_id = $2 AND disabled_at IS NULL', [
    orgId,
    partnerId,
  ]);
}
