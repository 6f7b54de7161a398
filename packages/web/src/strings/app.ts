import { app } from './messages/app.ts';
import { common } from './messages/common.ts';

/**
 * Texts of the app's frame and of Timeline. A copy of the shared texts would stay in one language, so they are inherited.
 */
export const text: typeof common & { app: typeof app } = Object.assign(Object.create(common), { app });
