import type { Action, HomeApproval } from '@ringbinder/protocol';
import { refusalOf } from '../binder/refusal.ts';
import { Due } from '../design/due.tsx';
import { RelativeTime } from '../design/time.tsx';
import { toast } from '../design/toast.tsx';
import { binderPath } from '../router.ts';
import { home as words } from '../strings/en/home.ts';
import { sections as names } from '../strings/en/sections.ts';
import { useApp } from '../timeline/context.ts';
import { Answers } from '../transactions/answers.tsx';
import { pressedInTab, pressStep } from '../transactions/press.ts';
import { useRejection } from '../transactions/rejection.tsx';
import { BinderName, findTitle, Row, SectionFrame, type SectionProps } from './section.tsx';
import type { HomeStore } from './store.ts';

/** More buttons are shown only by the transaction itself. */
const MAX_BUTTONS = 3;

/** Steps that wait for the user. */
export function Approvals({ store, section }: SectionProps<HomeApproval>) {
  return (
    <SectionFrame name="approvals" title={names.transactions} store={store} section={section}>
      <ul class="rows home-approvals">
        {section.items.map((item) => (
          <Approval key={`${item.binder.id}/${item.step.id}`} store={store} item={item} />
        ))}
      </ul>
    </SectionFrame>
  );
}

function Approval({ store, item }: { store: HomeStore; item: HomeApproval }) {
  const { client, boot } = useApp();
  const { binder, transaction, step, user, time } = item;
  const href = binderPath(boot.root, binder.id, 'transactions', transaction.id);
  const press = (action: Action, comment = '') => {
    const path = { binder_id: binder.id, transaction_id: transaction.id, step_id: step.id };
    const body = { click_button_id: action.id, ...(comment && { comment }) };
    return pressStep(client, path, body, (forget) => void store.load().then(forget));
  };
  const rejection = useRejection(transaction.title, press);
  const choose = async (action: Action) => {
    try {
      await press(action);
    } catch (error) {
      // The item may disappear with the next load.
      toast(refusalOf(error).message);
      void store.load();
    }
  };
  const title = (
    <a dir="auto" class="home-name" href={href}>
      {transaction.title}
    </a>
  );
  const about = (
    <>
      <BinderName binder={binder} />
      {` · ${words.requestedBy(user.name)} · `}
      <RelativeTime at={time} /> {step.due_time !== undefined && <Due at={step.due_time} />}
    </>
  );
  return (
    <Row title={title} about={about}>
      {step.actions.length <= MAX_BUTTONS ? (
        <Answers
          title={transaction.title}
          actions={step.actions}
          chosen={pressedInTab(binder.id, step)}
          choose={(action) =>
            action.outcome === 'rejected' ? rejection.reject(action) : void choose(action)
          }
          findNext={findNext}
        />
      ) : (
        <a class="button compact" href={href} aria-label={words.openNamed(transaction.title)}>
          {words.open}
        </a>
      )}
      {rejection.dialog}
    </Row>
  );
}

/** Not a button, so that a second press cannot answer the next step. */
const findNext = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('.home-approvals .home-name') ?? findTitle();
