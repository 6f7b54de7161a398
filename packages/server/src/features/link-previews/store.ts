import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { changeBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { ApiError } from '../../errors.ts';
import { createDownload, type Download } from '../../outbound/index.ts';
import { firstLink } from './link.ts';
import { loadPreview } from './load.ts';
import {
  type ClaimedPreview,
  claimPreview,
  findMessage,
  type LinkedMessage,
  removeFromQueue,
  setPreview,
} from './queries.ts';
import type { StoredPreview } from './read-page.ts';

const TIMEOUT_MS = 5_000;
const MAX_PAGE_BYTES = 64 * 1024;
const WORKERS = 8;
const IDLE_MS = 250;
const MAX_ATTEMPTS = 3;

export const linkPreviews: PeriodicJob = {
  name: 'link_previews',
  everyMs: 2_000,
  async work(env, onItemFailure) {
    const download = createDownload({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_PAGE_BYTES });
    try {
      await fetchPreviews(env, download, onItemFailure);
    } finally {
      await download.close();
    }
  },
};

export async function fetchPreviews(
  env: Environment,
  download: Download,
  onItemFailure: (error: unknown) => void = () => {},
): Promise<void> {
  let activeReads = 0;
  // Simultaneous claims could exceed an org's limit.
  const claimLimit = pLimit(1);
  async function work(): Promise<void> {
    while (!env.closing.aborted) {
      const claimed = await claimLimit(() => claimPreview(env.db, env.clock.now()));
      if (claimed) {
        activeReads++;
        await handle(env, download, claimed).catch(onItemFailure);
        activeReads--;
      } else if (activeReads > 0) {
        // While other workers read slow pages, this worker serves new messages.
        await setTimeout(IDLE_MS);
      } else return;
    }
  }
  const results = await Promise.allSettled(Array.from({ length: WORKERS }, work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function handle(env: Environment, download: Download, claimed: ClaimedPreview): Promise<void> {
  const { binder_id: binderId, message_id: id, attempts } = claimed;
  const message = attempts > MAX_ATTEMPTS ? undefined : await findMessage(env.db, binderId, id);
  const link = message?.is_allowed ? firstLink(message, new URL(env.baseUrl()).origin) : undefined;
  if (message && link !== undefined && message.preview?.url !== link) {
    const preview = await loadPreview(env, download, link);
    if (preview) await store(env, { binderId, id, message, preview });
  }
  await removeFromQueue(env.db, claimed);
}

interface NewPreview {
  binderId: string;
  id: number;
  message: LinkedMessage;
  preview: StoredPreview;
}

/** Stores nothing if the author has lost access. */
async function store(env: Environment, { binderId, id, message, preview }: NewPreview): Promise<void> {
  const call = { env, db: env.db, actor: { userId: message.user_id }, binderId };
  try {
    await changeBinder(call, 'read', async ({ tx, log }) => {
      if (await setPreview(tx, binderId, id, message, preview))
        await log([{ kind: 'message_previewed', body: { id } }]);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
