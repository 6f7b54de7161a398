import { inherit } from './language.ts';
import { app } from './messages/app.ts';
import { common } from './messages/common.ts';

/** Texts of the app shell and of Timeline. */
export const text = inherit({ app }, common);
