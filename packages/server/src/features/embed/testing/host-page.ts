import type { TestService } from '@ringbinder/testkit';

/** Registers origins for a client. */
export function registerOrigins(
  { env }: Pick<TestService, 'env'>,
  clientId: string,
  origins: string[],
): Promise<unknown> {
  return env.db.query('UPDATE clients SET origins = $2 WHERE id = $1', [clientId, origins]);
}

/** The body of a response. */
export async function jsonOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}
