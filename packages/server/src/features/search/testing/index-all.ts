import type { Environment } from '../../../environment/environment.ts';
import { catchUpAll } from '../../../log/testing/catch-up-all.ts';
import { pageIndexing, searchIndex } from '../indexer.ts';

export async function indexAll(env: Environment): Promise<void> {
  await catchUpAll(env, searchIndex);
  await pageIndexing.work(env);
}
