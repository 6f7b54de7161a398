import { lazy } from '../design/states.tsx';

export const loadPreview = () => import('./preview.tsx').then((module) => module.Preview);
/** Preview of BBCode, loaded when first used or shortly before. */
export const Preview = lazy(loadPreview, 'quiet');
