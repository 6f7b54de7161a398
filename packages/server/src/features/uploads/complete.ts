import { type BinderCall, changeBinder } from '../../access/index.ts';
import { ApiError, because, errorOfStored, invalid, notFound, storedError } from '../../errors.ts';
import type { ReceivedFile } from '../../http/index.ts';
import { checkBytes } from '../orgs/index.ts';
import { type AcceptedUpload, addFile, inspectFile } from '../pages/index.ts';
import type { UploadMetrics } from './metrics.ts';
import { claimCompletion, findUpload, setRefusal, type UploadKey, type UploadRow } from './queries.ts';
import type { RunningHashes } from './running-hashes.ts';

export interface CompletedUpload {
  fileId: string;
  at: number;
}

export interface Completion {
  hashes: RunningHashes;
  metrics: UploadMetrics;
}

/** Later calls return the first result, or throw the error of a rejected file again. */
export async function completeUpload(
  call: BinderCall,
  upload: UploadRow & { length: number },
  completion: Completion,
): Promise<CompletedUpload> {
  const { env } = call;
  const key = { binderId: call.binderId, id: upload.id, userId: call.actor.userId };
  if (upload.refusal) throw errorOfStored(upload.refusal);
  if (upload.file_id !== null) return { fileId: upload.file_id, at: upload.completed_at ?? 0 };
  const partial = env.files.partial(key.id);
  let acceptedFile: AcceptedUpload | undefined;
  try {
    const sha256 = await completion.hashes.digest(key.id, upload.length, partial);
    const file = { name: upload.name, bytes: await partial.whole(upload.length, sha256) };
    acceptedFile = await inspect(call, key, file, completion);
    const completed = await storeOnce(call, key, file, acceptedFile);
    if (completed) {
      completion.metrics.count('completed');
      await forgetBytes(call, key, completion);
      return completed;
    }
  } catch (error) {
    // Another request may have completed the upload and removed its bytes.
    const now = await findUpload(env.db, key, env.clock.now());
    if (!now?.completed_at) throw error;
  } finally {
    await acceptedFile?.pdf?.drop();
  }
  const first = await findUpload(env.db, key, env.clock.now());
  if (first?.refusal) throw errorOfStored(first.refusal);
  if (!first?.file_id) throw notFound('upload', key.id);
  return { fileId: first.file_id, at: first.completed_at ?? 0 };
}

/** The bytes cannot change, so the error of a rejected file is stored. */
async function inspect(
  call: BinderCall,
  key: UploadKey,
  file: ReceivedFile,
  completion: Completion,
): Promise<AcceptedUpload> {
  const { env } = call;
  try {
    if (file.bytes.size === 0) throw invalid('file', because('file_empty'));
    return await inspectFile(env, file, env.cutOff);
  } catch (error) {
    if (error instanceof ApiError && error.status < 429) {
      await setRefusal(env.db, key, storedError(error), env.clock.now());
      completion.metrics.count('refused');
      await forgetBytes(call, key, completion);
    }
    throw error;
  }
}

function storeOnce(
  call: BinderCall,
  key: UploadKey,
  file: ReceivedFile,
  acceptedFile: AcceptedUpload,
): Promise<CompletedUpload | null> {
  return changeBinder(call, 'write', async (change) => {
    const { fileId, entries } = await addFile(call, change, file, acceptedFile);
    await checkBytes(change.tx, change.access.orgId);
    if (!(await claimCompletion(change.tx, key, fileId, change.at))) throw new AlreadyCompleted();
    await change.log(entries);
    return { fileId, at: change.at };
  }).catch((error: unknown) => {
    if (error instanceof AlreadyCompleted) return null;
    throw error;
  });
}

class AlreadyCompleted extends Error {}

async function forgetBytes({ env }: BinderCall, { id }: UploadKey, { hashes }: Completion): Promise<void> {
  hashes.forget(id);
  await env.files.partial(id).remove();
}
