import type { BinderState } from '@ringbinder/client';
import type { Step, Transaction } from '@ringbinder/protocol';
import { useEffect } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { adoptStyles } from '../design/adopt-styles.ts';
import { toast } from '../design/toast.tsx';
import { announcements as words } from '../strings/messages/announcements.ts';
import { systemWords } from '../strings/system-words.ts';
import { unreadIn } from './pages-to-read.ts';
import { isTurnOf, pressesIn } from './progress.ts';
import css from './sign-here.css?inline';
import { StepButtons } from './steps.tsx';

interface ReadBarProps {
  binder: BinderContext;
  state: BinderState;
  pageId: number;
}

/** Below a page, shows the buttons of the steps whose pages the user has opened, with this page among them. */
export function ReadBar({ binder, state, pageId }: ReadBarProps) {
  adoptStyles(css);
  return state.transactions.flatMap((transaction) =>
    transaction.steps
      .filter(
        (step) =>
          step.pages?.some(({ id }) => id === pageId) &&
          isTurnOf(step, binder.me.id) &&
          unreadIn(step, binder.me.id).length === 0,
      )
      .map((step) => <ReadStep key={step.id} binder={binder} transaction={transaction} step={step} />),
  );
}

interface ReadStepProps {
  binder: BinderContext;
  transaction: Transaction;
  step: Step;
}

function ReadStep({ binder, transaction, step }: ReadStepProps) {
  // The answer was announced already, but is not visible below the page.
  useEffect(
    () => () => {
      const { transactions = [] } = binder.state.peek() ?? {};
      const { steps = [] } = transactions.find(({ id }) => id === transaction.id) ?? {};
      const now = steps.find(({ id }) => id === step.id);
      const own = now && pressesIn(now).find(({ by }) => by.id === binder.me.id);
      if (own?.action) toast(words.answered(systemWords(own.action.text)), 'off');
    },
    [],
  );
  return (
    <div class="form-bar sign-bar">
      <a dir="auto" href={binder.links.transaction(transaction.id)}>
        {transaction.title}
      </a>
      <StepButtons binder={binder} transaction={transaction} step={step} hasFiles={false} />
    </div>
  );
}
