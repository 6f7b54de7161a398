import type { BinderState } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { adoptStyles } from '../design/adopt-styles.ts';
import { unreadIn } from './pages-to-read.ts';
import { isTurnOf } from './progress.ts';
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
      .map((step) => (
        <div key={step.id} class="form-bar sign-bar">
          <a dir="auto" href={binder.links.transaction(transaction.id)}>
            {transaction.title}
          </a>
          <StepButtons binder={binder} transaction={transaction} step={step} hasFiles={false} />
        </div>
      )),
  );
}
