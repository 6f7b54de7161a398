import { text as common } from './common.ts';
import { app, timeline } from './en/app.ts';

/**
 * The texts of the frame of the app and of Timeline. Those of the console are not loaded with them, and those of what is
 * loaded later come with that.
 */
export const text = { ...common, app, timeline };
