import { lazy } from '../../design/states.tsx';

export const loadPicker = () => import('./picker.tsx').then((module) => module.EmojiPicker);
/** The picker of emoji, loaded when first used or shortly before. */
export const EmojiPicker = lazy(loadPicker, 'quiet');
