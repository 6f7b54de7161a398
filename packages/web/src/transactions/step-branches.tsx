import type { Step, Transaction } from '@ringbinder/protocol';
import { branches as words } from '../strings/messages/branches.ts';
import { systemWords } from '../strings/system-words.ts';
import { DEFAULT_REOPENINGS } from './branch-draft.ts';
import { leadOf, type NamedStage } from './branches.ts';
import { isOpen, pressedAction, stagesOf } from './progress.ts';

interface StepBranchesProps {
  transaction: Transaction;
  step: Step;
}

export function StepBranches({ transaction, step }: StepBranchesProps) {
  const { outcome, steps, max_reopenings: max = DEFAULT_REOPENINGS } = transaction;
  const stages = stagesOf(steps).map(
    (stage): NamedStage => ({
      orderNumber: stage[0]?.order_number ?? 0,
      people: stage.map(peopleOf).join(', '),
    }),
  );
  const canPress = outcome === undefined && isOpen(step);
  const leads = canPress
    ? step.actions.flatMap((action) => leadOf(action, step.order_number, stages) ?? [])
    : [];
  const skipping = skippedBy(steps, step);
  if (leads.length === 0 && step.reopened_count === undefined && !skipping) return null;
  return (
    <ul class="step-leads muted small">
      {skipping && <li>{words.skipped(systemWords(skipping))}</li>}
      {leads.map((lead) => (
        <li key={lead}>{lead}</li>
      ))}
      {step.reopened_count !== undefined && <li>{words.reopened(step.reopened_count, max)}</li>}
    </ul>
  );
}

function skippedBy(steps: readonly Step[], { status, order_number }: Step): string | undefined {
  if (status !== 'skipped') return undefined;
  const actions = steps.map((each) => (each.order_number < order_number ? pressedAction(each) : undefined));
  return actions.find((action) => typeof action?.next === 'number' && action.next > order_number)?.text;
}

const peopleOf = ({ assignee, assignees, groups }: Step): string =>
  (groups ?? assignees ?? [assignee]).map(({ name }) => name).join(', ');
