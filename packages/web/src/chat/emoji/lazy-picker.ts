import { lazy } from '../../design/states.tsx';

export const loadPicker = () => import('./picker.tsx').then((module) => module.EmojiPicker);
export const EmojiPicker = lazy(loadPicker, 'quiet');
