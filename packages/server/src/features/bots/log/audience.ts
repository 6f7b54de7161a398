import {
  type BuiltEvent,
  buildEvents,
  buildLifecycleEvent,
  type EntryContext,
  inBinder,
  isSubscribedTo,
} from '../events/index.ts';
import type { BotRow, EntryRow } from './queries.ts';

export interface AddressedEvent {
  bot: BotRow;
  built: BuiltEvent;
}

export interface Audience {
  collect(entry: EntryRow, context: EntryContext): AddressedEvent[];
  present(): ReadonlySet<string>;
}

export function createAudience(installed: Iterable<string>, bots: ReadonlyMap<string, BotRow>): Audience {
  const present = new Set(installed);

  function move(
    userId: unknown,
    kind: 'bot_installed' | 'bot_uninstalled',
    context: EntryContext,
  ): AddressedEvent[] {
    const bot = bots.get(String(userId));
    const isIn = kind === 'bot_installed';
    if (!bot || present.has(bot.user_id) === isIn) return [];
    if (isIn) present.add(bot.user_id);
    else present.delete(bot.user_id);
    const built = buildLifecycleEvent(kind, { userId: bot.user_id, name: bot.name }, inBinder(context));
    return isSubscribedTo(bot, kind) ? [{ bot, built }] : [];
  }

  function spread(entry: EntryRow, context: EntryContext): AddressedEvent[] {
    return buildEvents(entry, context).flatMap((built) => {
      const users = built.onlyTo === undefined ? present : [built.onlyTo].filter((id) => present.has(id));
      return [...users].flatMap((userId) => {
        const bot = bots.get(userId);
        return bot && userId !== entry.actor_id && isSubscribedTo(bot, built.kind) ? [{ bot, built }] : [];
      });
    });
  }

  return {
    collect(entry, context) {
      switch (entry.kind) {
        case 'binder_created':
          return move(entry.actor_id, 'bot_installed', context);
        case 'member_added':
        case 'bot_enabled':
          return move(entry.body.user_id, 'bot_installed', context);
        case 'member_removed':
        case 'bot_disabled':
          return move(entry.body.user_id, 'bot_uninstalled', context);
        case 'binder_deleted':
          return [...present].flatMap((userId) => move(userId, 'bot_uninstalled', context));
        default:
          return spread(entry, context);
      }
    },
    present: () => present,
  };
}
