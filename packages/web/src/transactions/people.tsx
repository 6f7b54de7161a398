import type { SharedAssignee, Step, Transaction } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { Avatar } from '../design/avatar.tsx';
import { Badge } from '../design/states.tsx';
import { RelativeTime } from '../design/time.tsx';
import { transactions as text } from '../strings/messages/transactions.ts';
import { AnswerList } from './answer-list.tsx';
import { actionOf, isOpen } from './progress.ts';
import { ReassignStep } from './reassign.tsx';
import { Viewed } from './remind.tsx';

interface StepPeopleProps {
  binder: BinderContext;
  transaction: Transaction;
  step: Step;
}

export function StepPeople({ binder, transaction, step }: StepPeopleProps) {
  return (
    <ul class="step-people">
      {step.assignees?.map((assignee) => (
        <li key={assignee.user_id}>
          <Avatar
            id={assignee.user_id}
            name={assignee.name}
            small
            {...(assignee.pressed && {
              mark: actionOf(step, assignee)?.outcome === 'rejected' ? 'rejected' : 'done',
            })}
          />
          <span>
            <bdi>{assignee.user_id === binder.me.id ? text.you(assignee.name) : assignee.name}</bdi>{' '}
            <span class="muted small">
              <Answer step={step} assignee={assignee} />
              {!assignee.pressed && !assignee.excluded && (
                <Viewed {...{ binder, transaction, step, assignee }} />
              )}
            </span>
            <AnswerList fields={step.fields} answers={assignee.pressed?.answers} />
          </span>
          {assignee.unavailable && <Badge tone="warn">{text.unavailable[assignee.unavailable]}</Badge>}
          {!assignee.pressed && !step.groups && (
            <ReassignStep binder={binder} transaction={transaction} step={step} assignee={assignee} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Answer({ step, assignee }: { step: Step; assignee: SharedAssignee }) {
  const { pressed, excluded } = assignee;
  if (pressed)
    return (
      <>
        {actionOf(step, assignee)?.text ?? text.answered} ·{' '}
        {assignee.pressed_by && `${text.pressedBy(assignee.pressed_by.name)} · `}
        <RelativeTime at={pressed.time} />
      </>
    );
  if (excluded) return <>{text.excluded}</>;
  return <>{isOpen(step) ? text.awaited : text.notNeeded}</>;
}
