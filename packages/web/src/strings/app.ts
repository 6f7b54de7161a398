import { inherit } from './language.ts';
import { app } from './messages/app.ts';
import { common } from './messages/common.ts';

export const text = inherit({ app }, common);
