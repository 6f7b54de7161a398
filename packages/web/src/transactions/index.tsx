import type { BinderContext } from '../binder/context.ts';
import { Skeleton } from '../design/states.tsx';
import { TransactionList } from './list.tsx';
import { TransactionPage } from './page.tsx';

export function Transactions({ binder }: { binder: BinderContext }) {
  const state = binder.state.value;
  const { id } = binder.target.value;
  if (!state) return <Skeleton />;
  return (
    <div class="section-page">
      {id === undefined ? (
        <TransactionList binder={binder} transactions={state.transactions} />
      ) : (
        <TransactionPage
          key={id}
          binder={binder}
          transaction={state.transactions.find((each) => each.id === id)}
        />
      )}
    </div>
  );
}
