import { inherit } from './language.ts';
import { common } from './messages/common.ts';
import { consoleFrame } from './messages/console-frame.ts';

inherit(consoleFrame.actions, common.actions);
inherit(consoleFrame.state, common.state);

type Own = typeof consoleFrame;
type Shared = typeof common;

export const text: Own & Shared = inherit(consoleFrame, common);
