import type { TestService } from '@ringbinder/testkit';

export function registerOrigins(
  { env }: Pick<TestService, 'env'>,
  clientId: string,
  origins: string[],
): Promise<unknown> {
  return env.db.query('UPDATE clients SET origins = $2 WHERE id = $1', [clientId, origins]);
}

export async function jsonOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}
