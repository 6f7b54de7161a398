import { app, timeline } from './en/app.ts';
import { common } from './messages/common.ts';

/**
 * Texts of the app's frame and of Timeline. Modules that load later bring their own texts; those of the console are not
 * loaded. A copy of the shared texts would stay in one language, so they are inherited.
 */
export const text: typeof common & { app: typeof app; timeline: typeof timeline } = Object.assign(
  Object.create(common),
  { app, timeline },
);
