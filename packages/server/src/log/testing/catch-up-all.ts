import type { Database } from '../../storage/database.ts';
import type { Consumer } from '../consumer.ts';

export async function catchUpAll<Env extends { db: Database }>(
  env: Env,
  consumer: Consumer<Env>,
): Promise<void> {
  for (;;) {
    const binderIds = (await consumer.findBacklog(env.db, 1_000)).map(({ binderId }) => binderId);
    if (binderIds.length === 0) return;
    for (let index = 0; index < binderIds.length; index += consumer.maxBinders)
      await consumer.step(env, binderIds.slice(index, index + consumer.maxBinders));
  }
}
