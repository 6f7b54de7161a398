import { type Database, hasRow } from '../../../storage/database.ts';
import { activeHolder } from './active-holder.ts';

export interface StandaloneToken {
  hash: Buffer;
  clientId: string;
  userId: string;
  scope: string;
  now: number;
  expiresAt: number;
}

export function insertStandaloneToken(db: Database, token: StandaloneToken): Promise<boolean> {
  return hasRow(
    db,
    `WITH ${activeHolder('$3', '$2')}
     INSERT INTO access_tokens (hash, client_id, user_id, scope, created_at, expires_at)
     SELECT $1, $2, id, $4, $5, $6 FROM holder RETURNING user_id`,
    [token.hash, token.clientId, token.userId, token.scope, token.now, token.expiresAt],
  );
}
