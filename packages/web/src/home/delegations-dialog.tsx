import { unwrap } from '@ringbinder/client';
import type { Delegation } from '@ringbinder/protocol';
import { useEffect } from 'preact/hooks';
import { explained, Refusal } from '../binder/refusal.ts';
import { DateField } from '../design/date-field.tsx';
import { today } from '../design/date-text.ts';
import { formatShortDate } from '../design/dates.ts';
import { FormDialog, type FormValues, useControl } from '../design/form-dialog.tsx';
import { fromLocalField } from '../design/local-field.ts';
import { toast } from '../design/toast.tsx';
import { home } from '../strings/messages/home.ts';
import { useContacts } from '../timeline/contacts.ts';
import { useApp } from '../timeline/context.ts';
import { delegations, loadDelegations } from './own-delegations.ts';
import { EndDelegation } from './running-delegation.tsx';

const text = home.absences;
const MINUTE_MS = 60_000;

export function DelegationsDialog({ close }: { close: () => void }) {
  const app = useApp();
  const { value: lists } = delegations;
  useEffect(() => void loadDelegations(app), []);
  const send = async (values: FormValues) => {
    const starts = fromLocalField(`${values.get('starts')}T00:00`) ?? 0;
    const lastMinute = fromLocalField(`${values.get('ends')}T23:59`);
    if (lastMinute === undefined) throw new Refusal(text.noDate, { ends: text.noDate });
    const body = {
      to: { user_id: values.get('to.user_id') },
      ends: lastMinute + MINUTE_MS,
      ...(starts > Date.now() && { starts }),
    };
    const { to } = await explained(unwrap(app.client.api.POST('/me/delegations', { body })));
    close();
    toast(text.created(to.name));
    void loadDelegations(app);
  };
  return (
    <FormDialog title={text.title} submit={text.create} close={close} send={send}>
      <p class="muted">{text.about}</p>
      <DelegationList title={text.own} all={lists.delegations} nameOf={({ to }) => to.name} isOwn />
      <DelegationList title={text.received} all={lists.received} nameOf={({ user }) => user.name} />
      <Colleague />
      <div class="due-fields">
        <DateField label={text.starts} name="starts" kind="date" value={today()} required />
        <DateField label={text.ends} name="ends" kind="date" min={today()} required />
      </div>
    </FormDialog>
  );
}

interface DelegationListProps {
  title: string;
  all: readonly Delegation[];
  nameOf: (delegation: Delegation) => string;
  isOwn?: boolean;
}

function DelegationList({ title, all, nameOf, isOwn }: DelegationListProps) {
  if (all.length === 0) return null;
  return (
    <section class="delegations" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {all.map((each) => (
          <li key={each.id}>
            <span>
              {text.until(nameOf(each), dateOf(each.starts), dateOf(each.ends - 1))}
              {each.created_by.id !== each.user.id && (
                <span class="created-by muted small">{text.createdBy(each.created_by.name)}</span>
              )}
            </span>
            {isOwn && <EndDelegation delegation={each} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const dateOf = (at: number): string => formatShortDate(at, Date.now());

function Colleague() {
  const [contacts] = useContacts(MINUTE_MS);
  const { control, reason } = useControl('to.user_id');
  const people = contacts.state === 'ready' ? contacts.people : [];
  return (
    <div class="field">
      <label for={control.id}>{text.to}</label>
      <select {...control} required>
        <option value="">{text.choose}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {reason}
      {contacts.state === 'failed' && <p class="wrong small">{contacts.message}</p>}
    </div>
  );
}
