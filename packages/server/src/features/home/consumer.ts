import type { Environment } from '../../environment/environment.ts';
import { defineConsumer } from '../../log/index.ts';
import { deleteActivity, storeActivity } from './queries.ts';

/** Collects the messages that mention a person, and the replies in threads that they follow. */
export const activity = defineConsumer<Environment>({
  name: 'activity',
  batch: { binders: 100, entries: 2_000 },
  restarts: true,
  async handle(_env, tx, ranges) {
    const restarted = ranges.filter(({ from }) => from === 0).map(({ binderId }) => binderId);
    if (restarted.length > 0) await deleteActivity(tx, restarted);
    await storeActivity(tx, ranges);
  },
});
