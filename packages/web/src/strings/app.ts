import { app } from './messages/app.ts';
import { common } from './messages/common.ts';

/**
 * Texts of the app shell and of Timeline. The shared texts are inherited, because they change with the language and a
 * copy would not.
 */
export const text: typeof common & { app: typeof app } = Object.assign(Object.create(common), { app });
