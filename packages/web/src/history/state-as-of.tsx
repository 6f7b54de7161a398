import type { Message } from '@ringbinder/protocol';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import type { ComponentChildren } from 'preact';
import type { BinderContext } from '../binder/context.ts';
import { SystemEntry } from '../comments/history-entry.tsx';
import { Avatar } from '../design/avatar.tsx';
import { formatTime } from '../design/format.ts';
import { Badge } from '../design/states.tsx';
import { nameOfRole } from '../members/roles.ts';
import { history as text } from '../strings/messages/history.ts';
import { TransactionStatus } from '../transactions/status.tsx';
import { StepLine } from '../transactions/steps.tsx';
import { PageAsOf } from './page-as-of.tsx';
import type { PastState } from './past.ts';

interface StateProps {
  binder: BinderContext;
  state: PastState;
}

export function StateAsOf({ binder, state }: StateProps) {
  const { pages, transactions, todos, users, messages, more } = state;
  return (
    <>
      <Group name="pages" count={pages.length} note={more.has('pages') && text.first(pages.length)}>
        <ul class="page-grid">
          {pages.map((page) => (
            <PageAsOf key={page.id} binder={binder} page={page} seq={state.seq} />
          ))}
        </ul>
      </Group>
      <Group
        name="transactions"
        count={transactions.length}
        note={more.has('transactions') && text.first(transactions.length)}
      >
        <ul class="rows">
          {transactions.map((transaction) => (
            <li key={transaction.id} class="transaction-row">
              <strong dir="auto">{transaction.title}</strong>
              <StepLine steps={transaction.steps} />
              {/* Without a user, the status does not ask the reader to answer. */}
              <TransactionStatus transaction={transaction} userId="" />
            </li>
          ))}
        </ul>
      </Group>
      <Group name="todos" count={todos.length} note={more.has('todos') && text.first(todos.length)}>
        <ul class="rows">
          {todos.map(({ id, name, description, assignee, completed }) => (
            <li key={id} class="member">
              <div class="member-about">
                <strong dir="auto">{name}</strong>
                {description && (
                  <span dir="auto" class="muted small">
                    {plainText(description)}
                  </span>
                )}
              </div>
              <span class="small">
                {assignee && <bdi>{assignee.name}</bdi>}
                {`${assignee ? ' · ' : ''}${completed ? text.done : text.open}`}
              </span>
            </li>
          ))}
        </ul>
      </Group>
      <Group
        name="messages"
        count={messages.length}
        note={more.has('messages') && text.last(messages.length)}
      >
        <ol class="rows history-messages">
          {messages.map((message) => (
            <MessageThen key={message.id} message={message} />
          ))}
        </ol>
      </Group>
      <Group name="users" count={users.length}>
        <ul class="rows">
          {users.map(({ user, type }) => (
            <li key={user.id} class="member">
              <Avatar id={user.id} name={user.name} picture={user.picture_uri} />
              <div class="member-about">
                <strong dir="auto">{user.name}</strong>
              </div>
              <Badge>{nameOfRole(type)}</Badge>
            </li>
          ))}
        </ul>
      </Group>
    </>
  );
}

function MessageThen({ message }: { message: Message }) {
  const { user, text: words, file, is_feed, created_time } = message;
  const time = <span class="muted">{formatTime(created_time)}</span>;
  if (is_feed) return <SystemEntry message={message}>{time}</SystemEntry>;
  return (
    <li>
      <Avatar id={user.id} name={user.name} small />
      <div>
        <p class="small">
          <strong dir="auto">{user.name}</strong> {time}
        </p>
        <p dir="auto" class="said">
          {plainText(words) || file?.name}
        </p>
      </div>
    </li>
  );
}

interface GroupProps {
  name: keyof typeof text.parts;
  count: number;
  note?: string | false;
  children: ComponentChildren;
}

function Group({ name, count, note, children }: GroupProps) {
  return (
    <section class="section-group" aria-labelledby={`then-${name}`}>
      <h3 id={`then-${name}`}>
        {text.parts[name]} <span class="group-count">{count}</span>
      </h3>
      {count === 0 ? <p class="muted small">{text.none[name]}</p> : children}
      {note && <p class="muted small">{note}</p>}
    </section>
  );
}
