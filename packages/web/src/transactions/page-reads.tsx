import type { Step, Transaction } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { documentsOf } from '../binder/documents.ts';
import { membersOf } from '../binder/people.ts';
import { RelativeTime } from '../design/time.tsx';
import { pagesToRead as text } from '../strings/messages/pages-to-read.ts';
import { signatures } from '../strings/messages/signatures.ts';
import { isTurnOf } from './progress.ts';

interface PageReadsProps {
  binder: BinderContext;
  transaction: Transaction;
  step: Step;
}

export function PageReads({ binder, transaction, step }: PageReadsProps) {
  if (!step.pages?.length) return null;
  const isMine = isTurnOf(step, binder.me.id);
  const names = new Map(membersOf(binder.state.value).map(({ user }) => [user.id, user.name]));
  const documents = documentsOf(binder.state.value?.pages ?? []);
  const labelOf = (id: number, name: string) => {
    const pages = documents.find((each) => each.pages.some((page) => page.id === id))?.pages ?? [];
    const number = pages.findIndex((page) => page.id === id) + 1;
    return pages.length > 1 ? signatures.pageNumber(name || text.page, number) : name || text.page;
  };
  return (
    <div class="small">
      <p class="muted">{isMine ? text.openThese : text.pages}</p>
      <ul class="page-reads">
        {step.pages.map(({ id, name, read_by }) => (
          <li key={id}>
            <a dir="auto" href={`${binder.links.page(id)}?transaction=${transaction.id}`}>
              {labelOf(id, name)}
            </a>
            {read_by.map(({ user_id, time }) => (
              <span key={user_id} class="muted">
                {' · '}
                {user_id === binder.me.id
                  ? text.openedByYou
                  : text.openedBy(names.get(user_id) ?? text.someone)}{' '}
                <RelativeTime at={time} />
              </span>
            ))}
            {isMine && !read_by.some(({ user_id }) => user_id === binder.me.id) && (
              <span class="muted"> · {text.notOpened}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
