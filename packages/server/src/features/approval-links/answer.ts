import type { SharedAssignee, Step } from '@ringbinder/protocol';
import { accountActor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, invalidToken } from '../../errors.ts';
import { type ReceivedFile, readSignedId } from '../../http/index.ts';
import {
  checkPress,
  checkUpload,
  deliverFile,
  type FormAnswersInput,
  pressButton,
  readTransactions,
  type SignaturesInput,
  viewStep,
  withInspectedFile,
} from '../transactions/index.ts';
import { type ApprovalLinkRow, findApprovalLink, useApprovalLink } from './queries.ts';

export async function openApprovalLink(env: Environment, token: string): Promise<ApprovalLinkRow> {
  const id = readSignedId(env, 'step link', token);
  const link = id === undefined ? undefined : await findApprovalLink(env.db, id, env.clock.now());
  if (!link) throw deadLink();
  return link;
}

const deadLink = () => invalidToken(because('link_dead'));

export async function readLinkedStep(env: Environment, link: ApprovalLinkRow) {
  const { binder_id, binder_name, transaction_id, client_id, expires_at } = link;
  const transaction = (await readTransactions(env, env.db, binder_id, [transaction_id])).get(transaction_id);
  const step = transaction?.steps.find(({ id }) => id === link.step_id);
  const assignee = step?.assignees?.find(({ user_id }) => user_id === link.user_id) ?? step?.assignee;
  const { excluded, pressed }: Partial<SharedAssignee> = assignee ?? {};
  if (!transaction || !step || !assignee || excluded) throw deadLink();
  const { title, content, creator, is_active, outcome, display_status, steps } = transaction;
  const isBlocked =
    step.status === 'waiting' && steps.some((each) => each.status === 'current' && !canBeCompleted(each));
  return {
    binder: { id: binder_id, name: binder_name },
    transaction: { id: transaction_id, title, content, creator, is_active, outcome, display_status },
    step: {
      id: step.id,
      status: pressed && step.status === 'current' ? ('completed' as const) : step.status,
      ...sharedCounts(step),
      ...(isBlocked ? { is_blocked: true } : {}),
      ...(step.fields ? { fields: step.fields } : {}),
      ...(step.file_requests ? { file_requests: step.file_requests.map(linkedRequest) } : {}),
      ...(step.signatures ? { signatures: step.signatures } : {}),
      ...(step.pages ? { pages: step.pages.map((page) => linkedPage(page, assignee.user_id)) } : {}),
      actions: step.actions.map(({ id, text, style, outcome }) => ({ id, text, style, outcome })),
    },
    user: { id: assignee.user_id, name: assignee.name },
    client_id,
    expires_time: expires_at,
  };
}

function linkedRequest({ files, ...request }: NonNullable<Step['file_requests']>[number]) {
  return { ...request, files: files.map(({ file_id, name }) => ({ file_id, name })) };
}

function linkedPage({ id, name, read_by }: NonNullable<Step['pages']>[number], userId: string) {
  return { id, name, is_read: read_by.some(({ user_id }) => user_id === userId) };
}

function sharedCounts({ assignees, required, pressed_count }: Step) {
  return assignees ? { required, pressed_count, assignee_count: assignees.length } : {};
}

function canBeCompleted({ assignee, assignees, required = 1 }: Step): boolean {
  if (!assignees) return assignee.unavailable === undefined;
  const available = assignees.filter(
    ({ pressed, excluded, unavailable }) => !pressed && !excluded && unavailable === undefined,
  );
  const presses = new Map<string, number>();
  for (const { pressed } of assignees)
    if (pressed) presses.set(pressed.click_button_id, (presses.get(pressed.click_button_id) ?? 0) + 1);
  return available.length > 0 && Math.max(0, ...presses.values()) + available.length >= required;
}

export interface LinkedPress {
  buttonId: string;
  answers?: FormAnswersInput | undefined;
  signatures?: SignaturesInput | undefined;
}

export function pressLinkedButton(
  env: Environment,
  link: ApprovalLinkRow,
  press: LinkedPress,
): Promise<void> {
  const { id, transaction_id: transactionId, step_id: stepId } = link;
  return pressButton(callOf(env, link), { ...press, transactionId, stepId }, async (tx, at) => {
    if (!(await useApprovalLink(tx, id, at))) throw deadLink();
    return [{ kind: 'step_link_used', body: { id, transaction_id: transactionId, step_id: stepId } }];
  });
}

/** A view counts once, and only while the step can be answered. */
export async function viewLinkedStep(
  env: Environment,
  link: ApprovalLinkRow,
  { step, transaction }: Awaited<ReturnType<typeof readLinkedStep>>,
): Promise<void> {
  if (step.status !== 'current' || !transaction.is_active || transaction.outcome) return;
  await viewStep(callOf(env, link), link.transaction_id, link.step_id);
}

export function checkLinkedPress(env: Environment, link: ApprovalLinkRow, press: LinkedPress): Promise<void> {
  const { transaction_id: transactionId, step_id: stepId } = link;
  return checkPress(callOf(env, link), { ...press, transactionId, stepId });
}

const callOf = (env: Environment, link: ApprovalLinkRow) => ({
  env,
  db: env.db,
  actor: accountActor(link, link.client_id),
  binderId: link.binder_id,
});

export function checkLinkedUpload(env: Environment, link: ApprovalLinkRow, requestId: string): Promise<void> {
  const { transaction_id: transactionId, step_id: stepId } = link;
  const call = { ...callOf(env, link), at: env.clock.now() };
  return checkUpload(call, { transactionId, stepId, requestId });
}

export function deliverLinkedFile(
  env: Environment,
  link: ApprovalLinkRow,
  { requestId, file }: { requestId: string; file: ReceivedFile },
) {
  const { id, transaction_id: transactionId, step_id: stepId } = link;
  return withInspectedFile(env, file, (accepted) =>
    deliverFile(callOf(env, link), { transactionId, stepId, requestId }, file, accepted, async (tx, at) => {
      if (!(await findApprovalLink(tx, id, at))) throw deadLink();
    }),
  );
}
