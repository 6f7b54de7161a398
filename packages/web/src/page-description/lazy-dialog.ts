import { lazy } from '../design/states.tsx';

export const DescriptionDialog = lazy(
  () => import('./dialog.tsx').then((module) => module.DescriptionDialog),
  'quiet',
);
