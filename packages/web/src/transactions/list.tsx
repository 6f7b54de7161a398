import type { Transaction } from '@ringbinder/protocol';
import { useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { takeFirstStep } from '../binder/first-step.ts';
import { useReturn } from '../binder/return.ts';
import { SectionHead } from '../binder/section.tsx';
import { Glyph } from '../design/glyph.tsx';
import { lazy } from '../design/states.tsx';
import { RelativeTime } from '../design/time.tsx';
import { templateSaving as saving } from '../strings/messages/template-saving.ts';
import { transactionForm as form } from '../strings/messages/transaction-form.ts';
import { transactions as text } from '../strings/messages/transactions.ts';
import { asksBeforeAnswer, setAskBeforeAnswer } from './ask-before-answer.ts';
import { CreateTransaction } from './create.tsx';
import { type Groups, groupsOf } from './progress.ts';
import { TransactionStatus } from './status.tsx';
import { StepLine } from './steps.tsx';
import { DueOf, progressText, TransactionCard } from './transaction-card.tsx';

const ManageTemplates = lazy(
  () => import('./templates/manage-templates.tsx').then((module) => module.ManageTemplates),
  'quiet',
);

interface ListProps {
  binder: BinderContext;
  transactions: readonly Transaction[];
}

export function TransactionList({ binder, transactions }: ListProps) {
  const [creating, setCreating] = useState(() => takeFirstStep(binder, 'transactions'));
  const [managing, setManaging] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useReturn(`${binder.id}/transactions`, list);
  const groups = groupsOf(transactions, binder.me.id);
  const canWrite = binder.canWrite.value;
  return (
    <>
      <SectionHead title={text.title}>
        {binder.me.is_admin && (
          <button type="button" class="button compact quiet" onClick={() => setManaging(true)}>
            {saving.manage}
          </button>
        )}
        {canWrite && (
          <button type="button" class="button compact primary" onClick={() => setCreating(true)}>
            <Glyph name="add" />
            {form.button}
          </button>
        )}
      </SectionHead>
      {transactions.length === 0 && (
        <div class="empty">
          <Glyph name="confirm" />
          <h3>{text.empty}</h3>
          <p>{canWrite ? text.emptyHint : text.emptyReadOnly}</p>
          {canWrite && (
            <button type="button" class="button compact" onClick={() => setCreating(true)}>
              {form.button}
            </button>
          )}
        </div>
      )}
      <div class="section-groups" ref={list}>
        <Group binder={binder} name="mine" groups={groups} />
        <Group binder={binder} name="open" groups={groups} />
        <Group binder={binder} name="ended" groups={groups} />
      </div>
      {managing && <ManageTemplates binder={binder} close={() => setManaging(false)} />}
      {creating && <CreateTransaction binder={binder} close={() => setCreating(false)} />}
    </>
  );
}

const FIRST_ROWS = 20;

function Group({ binder, name, groups }: { binder: BinderContext; name: keyof Groups; groups: Groups }) {
  const [limit, setLimit] = useState(FIRST_ROWS);
  const all = groups[name];
  if (all.length === 0) return null;
  return (
    <section class="section-group" aria-labelledby={`transactions-${name}`}>
      <h3 id={`transactions-${name}`}>
        {text.groups[name]} <span class="group-count">{all.length}</span>
      </h3>
      {name === 'mine' && (
        <label class="check small">
          <input
            type="checkbox"
            defaultChecked={asksBeforeAnswer()}
            onChange={({ currentTarget }) => setAskBeforeAnswer(currentTarget.checked)}
          />
          {text.askFirst}
        </label>
      )}
      {name === 'mine' ? (
        <div class="transaction-cards">
          {all.slice(0, limit).map((transaction) => (
            <TransactionCard key={transaction.id} binder={binder} transaction={transaction} />
          ))}
        </div>
      ) : (
        <ul class="rows">
          {all.slice(0, limit).map((transaction) => (
            <Row key={transaction.id} binder={binder} transaction={transaction} />
          ))}
        </ul>
      )}
      {all.length > limit && (
        <button type="button" class="button compact quiet" onClick={() => setLimit(limit + FIRST_ROWS)}>
          {text.more(all.length - limit)}
        </button>
      )}
    </section>
  );
}

function Row({ binder, transaction }: { binder: BinderContext; transaction: Transaction }) {
  const { id, title, steps, updated_time } = transaction;
  return (
    <li class="transaction-row">
      <a dir="auto" href={binder.links.transaction(id)}>
        {title}
      </a>
      <span class="muted small">
        {progressText(transaction, binder.me.id)}
        {' · '}
        <RelativeTime at={updated_time} /> <DueOf transaction={transaction} userId={binder.me.id} />
      </span>
      <StepLine steps={steps} />
      <TransactionStatus transaction={transaction} userId={binder.me.id} />
    </li>
  );
}
