import { lazy } from '../design/states.tsx';

export const CreateRequest = lazy(
  () => import('./create.tsx').then(({ CreateTransaction }) => CreateTransaction),
  'quiet',
);
