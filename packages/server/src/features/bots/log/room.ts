import { type EntryContext, inBinder, type Told, tell, tellMove, wants } from '../events/index.ts';
import type { BotRow, EntryRow } from './queries.ts';

/** What one bot is told of an entry. */
export interface Heard {
  bot: BotRow;
  told: Told;
}

/** The bots of one binder, as its log is read on: who comes, who goes, and who is told what. */
export interface Room {
  /** Reads the next entry, and gives what bots are to be told of it. */
  hear(entry: EntryRow, context: EntryContext): Heard[];
  /** The users of the bots that are in the binder by now. */
  present(): ReadonlySet<string>;
}

/**
 * A binder with the bots that are in it at its place in the log.
 * @param bots those of the users in question that are bots
 */
export function enterRoom(installed: Iterable<string>, bots: ReadonlyMap<string, BotRow>): Room {
  const present = new Set(installed);

  function move(userId: unknown, kind: 'bot_installed' | 'bot_uninstalled', context: EntryContext): Heard[] {
    const bot = bots.get(String(userId));
    const isIn = kind === 'bot_installed';
    if (!bot || present.has(bot.user_id) === isIn) return [];
    if (isIn) present.add(bot.user_id);
    else present.delete(bot.user_id);
    const told = tellMove(kind, { userId: bot.user_id, name: bot.name }, inBinder(context));
    return wants(bot, kind) ? [{ bot, told }] : [];
  }

  function spread(entry: EntryRow, context: EntryContext): Heard[] {
    const told = tell(entry, context);
    if (!told) return [];
    const users = told.onlyTo === undefined ? present : [told.onlyTo].filter((id) => present.has(id));
    return [...users].flatMap((userId) => {
      const bot = bots.get(userId);
      return bot && userId !== entry.actor_id && wants(bot, told.kind) ? [{ bot, told }] : [];
    });
  }

  return {
    hear(entry, context) {
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
