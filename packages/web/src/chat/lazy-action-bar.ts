import { lazy } from '../design/states.tsx';

export const loadActionBar = () => import('./action-bar.tsx');
/** The actions on a message, loaded when first used or shortly before. */
export const ActionBar = lazy(() => loadActionBar().then((module) => module.ActionBar), 'quiet');
