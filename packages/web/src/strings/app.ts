import { text as common } from './common.ts';
import { app, find, shortcuts, timeline } from './en/app.ts';

/** The texts of the frame of the app and of Timeline: those of the console are not loaded with them. */
export const text = { ...common, app, timeline, find, shortcuts };
