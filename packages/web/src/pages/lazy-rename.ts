import { lazy } from '../design/states.tsx';

export const RenamePages = lazy(() => import('./rename.tsx').then(({ RenamePages }) => RenamePages), 'quiet');
