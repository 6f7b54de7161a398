import { lazy } from '../design/states.tsx';

export const loadPreview = () => import('./preview.tsx').then((module) => module.Preview);
/** BBCode as it will be shown: fetched when somebody writes with it first, or a little before. */
export const Preview = lazy(loadPreview, 'quiet');
