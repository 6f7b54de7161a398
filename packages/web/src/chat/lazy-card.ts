import { lazy } from '../design/states.tsx';

export const TransactionCard = lazy(
  () => import('../transactions/transaction-card.tsx').then((module) => module.TransactionCard),
  'quiet',
);
