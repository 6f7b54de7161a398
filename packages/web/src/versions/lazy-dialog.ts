import { lazy } from '../design/states.tsx';

export const VersionsDialog = lazy(
  () => import('./dialog.tsx').then(({ VersionsDialog }) => VersionsDialog),
  'quiet',
);
