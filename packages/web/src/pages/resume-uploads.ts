import { toast } from '../design/toast.tsx';
import { pages as text } from '../strings/en/pages.ts';
import { keptOf, uploadsOf } from './uploads.ts';

/** Goes on with what an earlier visit, or a tab that was closed, has left; what another tab sends is left to it. */
export async function resumeUploads(session: Parameters<typeof keptOf>[0]): Promise<void> {
  for (const left of await keptOf(session).list())
    await uploadsOf(session, left.binderId).resumeStored(left, {
      begun: () => toast(text.resumed(left.file.name)),
      done: () => toast(text.uploaded(left.file.name)),
    });
}
