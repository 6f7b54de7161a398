import { lazy } from '../design/states.tsx';

export const loadActionBar = () => import('./action-bar.tsx');
export const ActionBar = lazy(() => loadActionBar().then((module) => module.ActionBar), 'quiet');
