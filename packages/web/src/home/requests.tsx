import type { HomeRequest } from '@ringbinder/protocol';
import { Due } from '../design/due.tsx';
import { dueTimeOf } from '../design/due-state.ts';
import { binderPath } from '../router.ts';
import { home as words } from '../strings/messages/home.ts';
import { namesOf } from '../strings/names.ts';
import { useApp } from '../timeline/context.ts';
import { BinderName, Row, SectionFrame, type SectionProps } from './section.tsx';

export function Requests({ store, section }: SectionProps<HomeRequest>) {
  return (
    <SectionFrame name="requests" title={words.requested} store={store} section={section}>
      <ul class="rows">
        {section.items.map((item) => (
          <Request key={`${item.binder.id}/${item.transaction.id}`} item={item} />
        ))}
      </ul>
    </SectionFrame>
  );
}

function Request({ item }: { item: HomeRequest }) {
  const { boot } = useApp();
  const { binder, transaction, waiting_for, waiting_count } = item;
  const due = dueTimeOf(transaction);
  const names = Array.from({ length: waiting_count }, (_, index) => waiting_for[index]?.name ?? '');
  return (
    <Row
      title={
        <a
          dir="auto"
          class="home-name"
          href={binderPath(boot.root, binder.id, 'transactions', transaction.id)}
        >
          {transaction.title}
        </a>
      }
      about={
        <>
          <BinderName binder={binder} />
          {waiting_count > 0 && ` · ${words.waitingFor(namesOf(names))}`}
        </>
      }
    >
      {due !== undefined && <Due at={due} short />}
    </Row>
  );
}
