import { lazy } from '../design/states.tsx';

/** Most binders have no transaction. */
export const TransactionCard = lazy(
  () => import('../transactions/transaction-card.tsx').then((module) => module.TransactionCard),
  'quiet',
);
