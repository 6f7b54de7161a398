import { effect, untracked } from '@preact/signals';
import type { BinderCard } from '@ringbinder/protocol';
import { createElement } from 'preact';
import { playChime } from '../design/chime.ts';
import { countUpTo99, formatHour } from '../design/format.ts';
import { announce, toast } from '../design/toast.tsx';
import { meetPath } from '../meet-path.ts';
import { areNotificationsOn, hasPush, isAsking, settings } from '../notifications/browser-settings.ts';
import { isUndisturbed } from '../people/own-availability.ts';
import { binderPath, navigate } from '../router.ts';
import { text } from '../strings/app.ts';
import { languageTag, withTexts } from '../strings/language.ts';
import { notifications as words } from '../strings/messages/notifications.ts';
import { notify } from '../strings/messages/notify.ts';
import { contentOf, snippetOf, titleOf } from '../timeline/card.ts';
import type { AppContext } from '../timeline/context.ts';
import { NotificationLine } from './notification-line.tsx';
import { belowList } from './overlays.tsx';
import {
  countUnread,
  keyOfReminder,
  type NewMessages,
  newMessageRemindersOf,
  newMessagesOf,
  newRemindersOf,
} from './unread-changes.ts';

const CLAIM_MS = 10_000;

export function notifyOfNewMessages(app: AppContext): void {
  const { cards, boot } = app;
  holdWhileVisible();
  belowList.value = createElement(NotificationLine, {});
  effect(() => {
    const unread = countUnread(cards.value ?? []);
    if (cards.value) void navigator.setAppBadge?.(unread).catch(() => undefined);
    const title = words.title(nameOfOpen(app));
    document.title = unread > 0 ? words.titleWith(countUpTo99(unread), title) : title;
  });
  effect(() => {
    if (cards.value?.some(({ incoming_call, waiting_guest }) => incoming_call || waiting_guest))
      void withTexts(import('./ringing.tsx')).then(({ startRinging }) => startRinging(app));
  });
  let before: readonly BinderCard[] | undefined;
  effect(() => {
    const after = cards.value;
    const news = before && after ? newMessagesOf(before, after, boot.user.id) : [];
    const reminders =
      before && after
        ? [
            ...newRemindersOf(before, after).map((card) => reminderNotice(app, card)),
            ...newMessageRemindersOf(before, after).map((card) => messageReminder(app, card)),
          ]
        : [];
    before = after ?? before;
    if (news.length > 0 || reminders.length > 0) untracked(() => void report(app, { news, reminders }));
  });
}

async function report(
  app: AppContext,
  { news, reminders }: { news: readonly NewMessages[]; reminders: readonly Notice[] },
): Promise<void> {
  const aloud = document.hidden ? undefined : news.find(({ card, namesMe }) => isLoud(app, card, namesMe));
  const mayNotify = document.hidden && (areNotificationsOn.value || !settings.value.isDecided);
  const isAnnounced = !document.hidden && (aloud !== undefined || reminders.length > 0);
  if ((!mayNotify && !isAnnounced) || (await isUndisturbed(app.client, app.boot.user.id))) return;
  for (const { card } of news) void showNotice(app, messageNotice(app, card));
  for (const notice of reminders) {
    void showNotice(app, notice);
    if (document.hidden) continue;
    if (notice.hasToast) toast(notice.body);
    else announce(notice.body);
  }
  if (aloud) announce(sentenceOf(app, aloud.card));
}

function isLoud({ route }: AppContext, { binder }: BinderCard, namesMe: boolean): boolean {
  const { value: openRoute } = route;
  const isOpen = openRoute.page === 'binder' && openRoute.binderId === binder.id;
  return !isOpen && (namesMe || binder.conversation);
}

function sentenceOf({ boot }: AppContext, card: BinderCard): string {
  return notify.newIn(titleOf(card, boot.user.name), snippetOf(card, boot.user.id));
}

function nameOfOpen({ route, cards, boot }: AppContext): string {
  const { value: openRoute } = route;
  if (openRoute.page === 'home') return text.app.forYou;
  if (openRoute.page !== 'binder') return text.app.home;
  const card = cards.value?.find(({ binder }) => binder.id === openRoute.binderId);
  return card ? titleOf(card, boot.user.name) : text.app.home;
}

interface Notice {
  title: string;
  body: string;
  tag: string;
  path: string;
  name: string;
  hasToast?: boolean;
}

function messageNotice({ boot }: AppContext, card: BinderCard): Notice {
  const { last_message: message, binder } = card;
  return {
    title: titleOf(card, boot.user.name),
    body: snippetOf(card, boot.user.id),
    tag: binder.id,
    path: binderPath(boot.root, binder.id, 'chat', message?.id),
    name: `${binder.id}:${message?.id}`,
  };
}

function reminderNotice({ boot }: AppContext, card: BinderCard): Notice {
  const { reminded_meet: meet, binder } = card;
  const sessionKey = meet?.session_key ?? '';
  return {
    title: titleOf(card, boot.user.name),
    body: notify.meetSoon(meet?.name ?? '', formatHour(meet?.start_time ?? 0)),
    tag: sessionKey,
    path: meetPath(boot.root, { binderId: binder.id, sessionKey }),
    name: sessionKey,
  };
}

function messageReminder({ boot }: AppContext, card: BinderCard): Notice {
  const { reminded_message: message, binder } = card;
  return {
    title: titleOf(card, boot.user.name),
    body: notify.reminder(message?.user_name ?? '', message ? contentOf(message) : ''),
    tag: `reminder ${binder.id}`,
    path: binderPath(boot.root, binder.id, 'chat', message?.id),
    name: `reminder ${binder.id} ${keyOfReminder(card)}`,
    hasToast: true,
  };
}

async function showNotice({ boot }: AppContext, notice: Notice): Promise<void> {
  const { title, body, tag, path, name } = notice;
  if (!document.hidden || (await isSomeTabVisible())) return;
  if (!settings.value.isDecided) isAsking.value = true;
  if (!areNotificationsOn.value || hasPush(boot) || !(await claim(name))) return;
  const notification = new Notification(title, { body, tag, lang: languageTag(), silent: true });
  notification.onclick = () => {
    window.focus();
    navigate(path);
    notification.close();
  };
  if (settings.value.hasSound) playChime();
}

const VISIBLE = 'ringbinder-visible';

function holdWhileVisible(): void {
  let release: (() => void) | undefined;
  const look = () => {
    release?.();
    release = undefined;
    if (document.hidden || !navigator.locks) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    void navigator.locks.request(VISIBLE, { mode: 'shared' }, () => promise);
  };
  document.addEventListener('visibilitychange', look);
  look();
}

async function isSomeTabVisible(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === VISIBLE);
}

async function claim(noticeKey: string): Promise<boolean> {
  if (!navigator.locks) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const name = `ringbinder-told:${noticeKey}`;
  void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    resolve(lock !== null);
    if (lock) await new Promise((done) => setTimeout(done, CLAIM_MS));
  });
  return promise;
}
