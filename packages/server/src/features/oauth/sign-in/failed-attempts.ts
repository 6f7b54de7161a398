import type { Environment } from '../../../environment/environment.ts';
import { PageError } from '../../../html/index.ts';
import { hashToken } from '../tokens/token-format.ts';

export const FAILED_ATTEMPT_WINDOW_MS = 60 * 60 * 1000;
/** Per hour and email address, from all unknown browsers together. */
export const MAX_FAILED_ATTEMPTS = 100;

export interface FailedAttempt {
  giveBack(): Promise<void>;
}

/** Counts the attempt in advance, so that concurrent guesses cannot exceed the limit. */
export async function countFailedAttempt(
  { db, clock }: Environment,
  mailbox: string,
): Promise<FailedAttempt> {
  const hash = hashToken(mailbox);
  const now = clock.now();
  const over = now - FAILED_ATTEMPT_WINDOW_MS;
  const [attempts] = await db.query<{ began_at: number }>(
    `INSERT INTO password_guesses AS g (hash, began_at, guesses) VALUES ($1, $2, 1)
     ON CONFLICT (hash) DO UPDATE SET
       guesses = CASE WHEN g.began_at <= $3 THEN 1 ELSE g.guesses + 1 END,
       began_at = CASE WHEN g.began_at <= $3 THEN $2 ELSE g.began_at END
     WHERE g.began_at <= $3 OR g.guesses < ${MAX_FAILED_ATTEMPTS}
     RETURNING began_at`,
    [hash, now, over],
  );
  if (!attempts) {
    const [row] = await db.query<{ began_at: number }>(
      'SELECT began_at FROM password_guesses WHERE hash = $1',
      [hash],
    );
    throw refuse((row?.began_at ?? over) - over);
  }
  return {
    async giveBack() {
      await db.query(
        'UPDATE password_guesses SET guesses = guesses - 1 WHERE hash = $1 AND began_at = $2 AND guesses > 0',
        [hash, attempts.began_at],
      );
    },
  };
}

function refuse(waitMs: number) {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  return new PageError(
    'RESPONSE_ERROR_TOO_MANY_REQUESTS',
    'too many wrong passwords were tried for this email address. Use a browser in which you have signed in before, ' +
      `reset your password with “Forgot your password?”, or try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`,
    'page.guesses',
    { values: { minutes }, retryAfter: waitMs / 1000 },
  );
}
