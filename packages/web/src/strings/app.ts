import { text as common } from './common.ts';
import { app, timeline } from './en/app.ts';

/**
 * Texts of the app's frame and of Timeline. Modules that load later bring their own texts; those of the console are not
 * loaded.
 */
export const text = { ...common, app, timeline };
