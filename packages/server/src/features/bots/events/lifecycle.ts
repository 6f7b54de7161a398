import type { EventTarget } from '@ringbinder/protocol';
import type { BuiltEvent } from './builder.ts';

/** A lifecycle event, which goes to the bot itself. */
type Move = 'bot_enabled' | 'bot_disabled' | 'bot_installed' | 'bot_uninstalled';

/** Tells a bot of a move of its own. @param bot its user and name in the org */
export function buildLifecycleEvent(
  kind: Move,
  bot: { userId: string; name: string },
  target: EventTarget,
): BuiltEvent {
  return { kind, payload: { bot: { id: bot.userId, name: bot.name } }, target };
}
