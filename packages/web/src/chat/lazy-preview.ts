import { lazy } from '../design/states.tsx';

export const loadPreview = () => import('./preview.tsx').then((module) => module.Preview);
export const Preview = lazy(loadPreview, 'quiet');
