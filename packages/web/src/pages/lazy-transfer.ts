import { lazy } from '../design/states.tsx';

export const TransferPages = lazy(
  () => import('./transfer.tsx').then(({ TransferPages }) => TransferPages),
  'quiet',
);
