import { common } from './messages/common.ts';
import { consoleFrame } from './messages/console-frame.ts';

type Shared = typeof common;
type Own = typeof consoleFrame;

/** A copy of the shared texts would stay in one language, so they are inherited. */
function inherit<O extends object, S extends object>(own: O, shared: S): O & S {
  return Object.setPrototypeOf(own, shared);
}

inherit(consoleFrame.actions, common.actions);
inherit(consoleFrame.state, common.state);

/** Texts that all pages of the console share. */
export const text: Own & Shared = inherit(consoleFrame, common);
