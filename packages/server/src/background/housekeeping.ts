import type { Environment } from '../environment/environment.ts';
import type { PeriodicJob } from '../environment/periodic-jobs.ts';
import { deleteOldReports, deleteOldUsage } from '../features/admin/index.ts';
import { deleteExpiredApprovalLinks } from '../features/approval-links/index.ts';
import { updatePictureOrigins } from '../features/avatars/index.ts';
import { deleteOldEvents } from '../features/bots/index.ts';
import { deleteOldClips } from '../features/clips/index.ts';
import { deleteEndedDelegations } from '../features/delegations/index.ts';
import { deleteExpiredWindows } from '../features/embed/index.ts';
import { collectGarbage } from '../features/files/index.ts';
import { deleteOldPictures } from '../features/image-proxy/index.ts';
import { deleteExpiredInvitations } from '../features/invitations/index.ts';
import { deleteOldPreviews } from '../features/link-previews/index.ts';
import { deleteExpiredReplyAddresses } from '../features/mail-answers/index.ts';
import { deleteFailedRecordings } from '../features/meet-recordings/index.ts';
import { deleteExpiredGuestLinks } from '../features/meets/index.ts';
import { deleteExpiredSignIns, deleteExpiredTokens } from '../features/oauth/index.ts';
import { deleteOldTiles } from '../features/pages/index.ts';
import { deleteOldDeliveries } from '../features/push/index.ts';
import { deleteExpiredAssertions, deleteExpiredSignOns } from '../features/saml/index.ts';
import { deleteExpiredShareLinks } from '../features/share-links/index.ts';
import { deleteOldRuns } from '../features/transactions/index.ts';
import { deleteExpiredUploads } from '../features/uploads/index.ts';
import { deleteExpiredAnswers } from '../http/index.ts';
import { deleteOldTraces } from '../log/index.ts';
import { deleteOldSignIns } from '../storage/sign-in-log.ts';

export const housekeeping: PeriodicJob = {
  name: 'housekeeping',
  everyMs: 60 * 60 * 1000,
  // The first round is early, because some servers restart every hour.
  firstMs: 60 * 1000,
  work: deleteExpired,
};

export async function deleteExpired(env: Environment): Promise<void> {
  const now = env.clock.now();
  await deleteExpiredTokens(env.db, now);
  await deleteExpiredSignIns(env.db, now);
  await deleteExpiredShareLinks(env.db, now);
  await deleteExpiredApprovalLinks(env.db, now);
  await deleteEndedDelegations(env.db, now);
  await deleteExpiredGuestLinks(env.db, now);
  await deleteExpiredReplyAddresses(env.db, now);
  await deleteExpiredWindows(env.db, now);
  await updatePictureOrigins(env);
  await deleteExpiredInvitations(env.db, now);
  await deleteExpiredAssertions(env.db, now);
  await deleteExpiredSignOns(env.db, now);
  await deleteExpiredAnswers(env.db, now);
  await deleteOldEvents(env.db, now);
  await deleteOldDeliveries(env.db, now);
  await deleteOldUsage(env.db, now);
  await deleteOldReports(env.db);
  await deleteOldTraces(env.db, now);
  await deleteOldSignIns(env.db, now);
  await deleteOldPictures(env);
  await deleteOldPreviews(env);
  await deleteOldClips(env);
  await deleteFailedRecordings(env);
  await deleteExpiredUploads(env);
  await deleteOldRuns(env.db, now);
  await deleteOldTiles(env);
  await collectGarbage(env);
}
