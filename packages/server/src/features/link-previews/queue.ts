import type { Environment } from '../../environment/environment.ts';
import { defineConsumer } from '../../log/index.ts';
import { queuePreviews } from './queries.ts';

export const linkPreviewQueue = defineConsumer<Environment>({
  name: 'link_previews',
  batch: { binders: 100, entries: 2_000 },
  handle: async (env, tx, ranges) => {
    await queuePreviews(tx, ranges, env.clock.now());
    return undefined;
  },
});
