import { randomBytes } from 'node:crypto';
import { type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { base62 } from '../../environment/ids.ts';
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
import { signedId } from '../../http/index.ts';
import { findLinkedStep, insertApprovalLink, type LinkedStepRow } from './queries.ts';

const MAX_LINKS = 20;

export interface ApprovalLinkRequest {
  transactionId: number;
  stepId: number;
  seconds: number;
  isMailed: boolean;
  userId: string | undefined;
}

/** Only the assignee gets the URL. Others can only have it emailed to the assignee. */
export function createStepLink(
  call: BinderCall,
  { transactionId, stepId, seconds, isMailed, userId }: ApprovalLinkRequest,
): Promise<{ id: string; at: number; expiresAt: number }> {
  const { actor, binderId, env } = call;
  return changeBinder(call, 'read', async ({ tx, access, at, log }) => {
    const row = orNotFound(
      await findLinkedStep(tx, binderId, transactionId, stepId, userId ?? actor.userId),
      'transaction',
      transactionId,
    );
    if (row.assignee_ids === null) throw notFound('step', stepId);
    const isAssignee = row.user_id === actor.userId;
    if (!isAssignee && access.role === 'viewer' && row.creator_id !== actor.userId)
      throw forbidden(
        withDetails(
          because('not_allowed'),
          'only the assignee, the creator of the transaction and members with write access may create its links',
        ),
      );
    if (!isAssignee && !isMailed)
      throw forbidden(
        withDetails(
          because('not_allowed'),
          'only the assignee gets the link; use `mail: true` to mail it to the assignee',
        ),
      );
    const assigneeId = requireAssignee(row, userId);
    checkOpen(row, stepId);
    if (isMailed && env.config.smtpUrl === undefined) throw preconditionFailed(because('no_mail'));
    if (isMailed && row.email === null) throw preconditionFailed(because('assignee_no_email'));
    const link = { id: base62(randomBytes(16)), at, expiresAt: at + seconds * 1000 };
    const validLinks = await insertApprovalLink(tx, {
      ...link,
      binderId,
      transactionId,
      stepId,
      isMailed,
      userId: assigneeId,
      clientId: actor.clientId,
      createdBy: actor.userId,
    });
    if (validLinks > MAX_LINKS)
      throw preconditionFailed(because('step_links_full', { count: validLinks, limit: MAX_LINKS }));
    const body = { id: link.id, transaction_id: transactionId, step_id: stepId };
    const times = { expires_time: link.expiresAt, mailed: isMailed };
    await log([{ kind: 'step_link_created', body: { ...body, ...times } }]);
    return link;
  });
}

function requireAssignee({ user_id }: LinkedStepRow, requestedId: string | undefined): string {
  if (user_id !== null && (requestedId === undefined || requestedId === user_id)) return user_id;
  if (requestedId === undefined) throw invalid('user_id', because('assignee_needed'));
  throw fieldPreconditionFailed('user_id', because('no_assignee'));
}

function checkOpen(
  { is_completed, has_pressed, is_excluded, has_ended, unavailable }: LinkedStepRow,
  stepId: number,
): void {
  if (has_pressed)
    throw conflict(withDetails(because('assignee_pressed'), 'the assignee has already pressed in the step'));
  if (is_completed) throw conflict(because('step_completed', { step: stepId }));
  if (has_ended) throw preconditionFailed(because('transaction_over'));
  if (is_excluded) throw preconditionFailed(because('link_excluded'));
  if (unavailable !== null)
    throw preconditionFailed(
      unavailable === 'left' ? because('assignee_left') : because('assignee_disabled'),
    );
}

export function stepPagePath({ basePath }: Pick<Environment, 'basePath'>): string {
  return `${basePath.replace(/\/v1$/, '')}/approval`;
}

/** The secret is in the fragment, which browsers do not send to servers. */
export function approvalLinkUrl(env: Environment, id: string): string {
  return `${new URL(env.baseUrl()).origin}${stepPagePath(env)}#${signedId(env, 'step link', id)}`;
}
