import type { FileRequest } from '@ringbinder/protocol';
import { type Actor, accessBinder, type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  because,
  conflict,
  fieldPreconditionFailed,
  forbidden,
  invalid,
  notFound,
  preconditionFailed,
  withDetails,
} from '../../errors.ts';
import type { ReceivedFile } from '../../http/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { findStoredFile } from '../files/index.ts';
import { checkBytes } from '../orgs/index.ts';
import { type AcceptedUpload, addFile, deleteFile, inspectFile } from '../pages/index.ts';
import { deliveredOf, findDelivery, removeDelivery, storeDelivery } from './file-queries.ts';
import { checkFile } from './file-requests.ts';
import { checkOpenFor, requireAssigned } from './open-step.ts';
import { findStepToPress, type PressRow } from './press-queries.ts';

export interface StepFile {
  transactionId: number;
  stepId: number;
  requestId: string;
}

export interface StoredDelivery {
  fileId: string;
  pageIds: number[];
  at: number;
}

/**
 * The uploader needs no write access.
 *
 * @param permit runs first, and may throw to reject the upload
 */
export async function deliverFile(
  call: BinderCall,
  { transactionId, stepId, requestId }: StepFile,
  file: ReceivedFile,
  accepted: AcceptedUpload,
  permit?: (tx: Transaction, at: number) => Promise<void>,
): Promise<StoredDelivery> {
  const { binderId, actor } = call;
  const { mimeType, pageType, pages } = accepted.inspection;
  return changeBinder(call, 'read', async (change) => {
    const { tx, at, log, access } = change;
    await permit?.(tx, at);
    const row = await findStepToPress(tx, binderId, transactionId, stepId, actor.userId, at);
    const request = openRequest(row, actor, { transactionId, stepId, requestId });
    checkFile(request, { name: file.name, mimeType, size: file.bytes.size });
    if (pageType === null || pages.length === 0)
      throw invalid('file', because('no_page_of_type', { type: mimeType }));
    const { fileId, pageIds, entries } = await addFile(call, change, file, accepted);
    await checkBytes(tx, access.orgId);
    const { sha256 } = file.bytes;
    const item = {
      request: requestId,
      file_id: fileId,
      page_ids: pageIds,
      sha256,
      user_id: actor.userId,
      at,
    };
    await storeDelivery(tx, { binderId, transactionId, stepId, ...item });
    const step = { id: stepId, transaction_id: transactionId };
    const body = {
      ...step,
      file_request: requestId,
      label: request.label,
      file_id: fileId,
      name: file.name,
      sha256,
    };
    await log([...entries, { kind: 'step_file_delivered', body }]);
    return { fileId, pageIds, at };
  });
}

/** Accepts a completed step, because a repeated upload must get the stored response. */
export async function checkUpload(
  { db, actor, binderId, at }: { db: Database; actor: Actor; binderId: string; at: number },
  target: StepFile,
): Promise<void> {
  await accessBinder(db, actor, binderId, 'read');
  const { transactionId, stepId } = target;
  findRequest(await findStepToPress(db, binderId, transactionId, stepId, actor.userId, at), actor, target);
}

export async function withInspectedFile<T>(
  env: Environment,
  file: ReceivedFile,
  work: (accepted: AcceptedUpload) => Promise<T>,
  partName?: string,
): Promise<T> {
  let pdf: AcceptedUpload['pdf'] = null;
  try {
    const accepted = await inspectFile(env, file, env.cutOff, partName === undefined ? {} : { partName });
    pdf = accepted.pdf;
    return await work(accepted);
  } finally {
    await file.bytes.drop();
    await pdf?.drop();
  }
}

function findRequest(
  found: PressRow | undefined,
  actor: Actor,
  { transactionId, stepId, requestId }: StepFile,
): { row: PressRow; request: FileRequest } {
  const row = orNotFound(found, 'transaction', transactionId);
  requireAssigned(row, actor, stepId);
  const request = row.file_requests?.find(({ id }) => id === requestId);
  if (!request)
    throw invalid('file_request', `is not a file request of step ${stepId}: ${JSON.stringify(requestId)}`);
  return { row, request };
}

function openRequest(found: PressRow | undefined, actor: Actor, target: StepFile): FileRequest {
  const { row, request } = findRequest(found, actor, target);
  checkOpenFor(row, actor, target.stepId);
  if (row.is_excluded)
    throw forbidden(
      withDetails(
        because('not_allowed'),
        'who may not press in a step because of not_creator or distinct_from uploads no files for it',
      ),
    );
  if (!row.is_active) throw preconditionFailed(because('transaction_inactive'));
  const count = deliveredOf(row.delivered, request.id).length;
  // After a press, a required file is missing if its pages were deleted, or if a rejection needed no file.
  if (row.is_pressed && !(request.required && count === 0)) throw fixedFiles(target.stepId);
  if (count >= request.max_files) {
    const { label, max_files: limit } = request;
    throw fieldPreconditionFailed('file_request', because('files_full', { label, limit }));
  }
  return request;
}

const fixedFiles = (stepId: number) => conflict(because('step_pressed_files', { step: stepId }));

export function withdrawFile(
  call: BinderCall,
  { transactionId, stepId, fileId }: { transactionId: number; stepId: number; fileId: string },
): Promise<void> {
  const { binderId, actor } = call;
  return changeBinder(call, 'read', async (change) => {
    const { tx, at, log } = change;
    const row = orNotFound(
      await findStepToPress(tx, binderId, transactionId, stepId, actor.userId, at),
      'transaction',
      transactionId,
    );
    checkOpenFor(row, actor, stepId);
    const delivery = await findDelivery(tx, binderId, { stepId, fileId });
    if (!delivery) throw notFound('file', fileId);
    if (delivery.user_id !== actor.userId)
      throw forbidden(
        withDetails(because('not_allowed'), 'only the person who uploaded a file can withdraw it'),
      );
    if (row.is_pressed) throw fixedFiles(stepId);
    const file = await findStoredFile(tx, binderId, fileId);
    if (file) await deleteFile(change, file);
    await removeDelivery(tx, binderId, { transactionId, stepId, fileId, at });
    const body = {
      id: stepId,
      transaction_id: transactionId,
      file_request: delivery.request,
      file_id: fileId,
    };
    await log([{ kind: 'step_file_withdrawn', body: { ...body, name: delivery.name } }]);
  });
}
