import {
  buildEvents,
  buildLifecycleEvent,
  type EntryContext,
  type EventDraft,
  inBinder,
  isSubscribedTo,
} from '../events/index.ts';
import type { BotRow, EntryRow } from './queries.ts';

export interface AddressedEvent {
  bot: BotRow;
  draft: EventDraft;
}

export interface Audience {
  collect(entry: EntryRow, context: EntryContext): AddressedEvent[];
  installed(): ReadonlySet<string>;
}

export function createAudience(
  installedBefore: Iterable<string>,
  bots: ReadonlyMap<string, BotRow>,
): Audience {
  const installed = new Set(installedBefore);

  function changeInstall(
    userId: unknown,
    kind: 'bot_installed' | 'bot_uninstalled',
    context: EntryContext,
  ): AddressedEvent[] {
    const bot = bots.get(String(userId));
    const isIn = kind === 'bot_installed';
    if (!bot || installed.has(bot.user_id) === isIn) return [];
    if (isIn) installed.add(bot.user_id);
    else installed.delete(bot.user_id);
    const draft = buildLifecycleEvent(kind, { userId: bot.user_id, name: bot.name }, inBinder(context));
    return isSubscribedTo(bot, kind) ? [{ bot, draft }] : [];
  }

  function addressEvents(entry: EntryRow, context: EntryContext): AddressedEvent[] {
    return buildEvents(entry, context).flatMap((draft) => {
      const users =
        draft.onlyUserId === undefined ? installed : [draft.onlyUserId].filter((id) => installed.has(id));
      return [...users].flatMap((userId) => {
        const bot = bots.get(userId);
        return bot && userId !== entry.actor_id && isSubscribedTo(bot, draft.kind) ? [{ bot, draft }] : [];
      });
    });
  }

  return {
    collect(entry, context) {
      switch (entry.kind) {
        case 'binder_created':
          return changeInstall(entry.actor_id, 'bot_installed', context);
        case 'member_added':
        case 'bot_enabled':
          return changeInstall(entry.body.user_id, 'bot_installed', context);
        case 'member_removed':
        case 'bot_disabled':
          return changeInstall(entry.body.user_id, 'bot_uninstalled', context);
        case 'binder_deleted':
          return [...installed].flatMap((userId) => changeInstall(userId, 'bot_uninstalled', context));
        default:
          return addressEvents(entry, context);
      }
    },
    installed: () => installed,
  };
}
