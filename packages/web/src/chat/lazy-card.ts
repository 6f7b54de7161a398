import { lazy } from '../design/states.tsx';

/** Loaded with the first approval: most binders have none. */
export const TransactionCard = lazy(
  () => import('../transactions/transaction-card.tsx').then((module) => module.TransactionCard),
  'quiet',
);
