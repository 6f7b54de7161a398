import { type Availability, availabilities, type UserStatus } from '@ringbinder/protocol';
import { address } from '../address.ts';
import { formatSoon } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { Lines } from '../design/icon.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { chooseTheme, storedTheme, THEMES } from '../design/theme.tsx';
import { toast, toastError } from '../design/toast.tsx';
import { isTouch } from '../design/touch.ts';
import {
  areNotificationsOn,
  setNotifications,
  setSound,
  settings,
} from '../notifications/browser-settings.ts';
import { statusOf } from '../people/person-store.ts';
import { saveStatus } from '../people/save-status.ts';
import { emojiOf, nameOfAvailability, wordsOf } from '../people/status-mark.tsx';
import { text } from '../strings/app.ts';
import { account as words } from '../strings/messages/account.ts';
import { home } from '../strings/messages/home.ts';
import { notify } from '../strings/messages/notify.ts';
import { person } from '../strings/messages/person.ts';
import { type AppContext, useApp } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { overlay } from './overlay.ts';

const KEYBOARD = 'M3 6.5h18v11H3ZM7 10v0M11 10v0M15 10v0M8 14h8';
const SHIELD = 'M12 3 5 6v5c0 4.5 2.9 8.2 7 10 4.1-1.8 7-5.5 7-10V6Z';
const GLOBE =
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c-4.5 4.5-4.5 13.5 0 18M12 3c4.5 4.5 4.5 13.5 0 18';

export function ProfileMenu({ at, close }: { at: { x: number; y: number }; close: () => void }) {
  const app = useApp();
  const { name, email } = app.boot.user;
  const status = statusOf(app.boot.user.id, undefined, Date.now());
  const items = [
    { heading: name },
    ...(email ? [{ heading: email }] : []),
    ...statusItems(app, status),
    { line: true } as const,
    ...itemsOf(app),
  ];
  return <Menu label={text.app.account(name)} items={items} at={at} close={close} />;
}

async function toggleNotifications(): Promise<void> {
  const isOn = !areNotificationsOn.value;
  if ((await setNotifications(isOn)) !== isOn) toastError(notify.blocked);
}

/** One press changes the availability. The text and the end of the status remain. */
function statusItems(app: AppContext, status: UserStatus | undefined): MenuItem[] {
  const set = (availability: Availability) => {
    const isEmpty = availability === 'available' && !status?.text && !status?.emoji;
    saveStatus(app, isEmpty ? {} : { ...status, availability }).then(
      () => toast(isEmpty ? person.status.cleared : person.status.saved),
      (error: Error) => toastError(error.message),
    );
  };
  return [
    ...(status ? [{ heading: lineOf(status) }] : []),
    {
      label: words.status,
      icon: <Glyph name="comment" />,
      act: () => {
        dialog.value = { kind: 'status' };
      },
    },
    ...availabilities.map(
      (each): MenuItem => ({
        kind: 'radio',
        label: nameOfAvailability(each),
        isChecked: (status?.availability ?? 'available') === each,
        act: () => set(each),
      }),
    ),
  ];
}

function lineOf(status: UserStatus): string {
  const { until_time: end } = status;
  return `${emojiOf(status)} ${wordsOf(status)}${end === undefined ? '' : ` · ${person.until(formatSoon(end))}`}`;
}

function itemsOf(app: AppContext): MenuItem[] {
  const { root, is_admin } = app.boot;
  const goTo = (path: string) => () => location.assign(path);
  const { path, query } = address.peek();
  const from = new URLSearchParams({ from: `${path}${query}` });
  return [
    { label: words.account, icon: <Glyph name="person" />, act: goTo(`${root}/account?${from}`) },
    ...(is_admin ? [{ label: words.console, icon: <Lines d={SHIELD} />, act: goTo(`${root}/admin`) }] : []),
    {
      label: home.absences.title,
      icon: <Glyph name="calendar" />,
      act: () => {
        dialog.value = { kind: 'delegations' };
      },
    },
    {
      label: words.language,
      icon: <Lines d={GLOBE} />,
      act: () => {
        overlay.value = 'language';
      },
    },
    ...(isTouch
      ? []
      : [
          {
            label: words.shortcuts,
            icon: <Lines d={KEYBOARD} />,
            act: () => {
              overlay.value = 'shortcuts';
            },
          },
        ]),
    {
      label: words.ownData,
      icon: <Glyph name="download" />,
      act: () => {
        dialog.value = { kind: 'own-data' };
      },
    },
    { line: true },
    {
      label: words.notificationSettings,
      icon: <Glyph name="bell" />,
      act: () => {
        dialog.value = { kind: 'notification-settings' };
      },
    },
    {
      kind: 'checkbox',
      label: words.notifications,
      isChecked: areNotificationsOn.value,
      act: () => void toggleNotifications(),
    },
    {
      kind: 'checkbox',
      label: words.sound,
      isChecked: settings.value.hasSound,
      act: () => setSound(!settings.value.hasSound),
    },
    { line: true },
    { heading: words.theme },
    ...THEMES.map(
      (theme): MenuItem => ({
        kind: 'radio',
        label: text.themes[theme],
        isChecked: storedTheme() === theme,
        act: () => chooseTheme(theme),
      }),
    ),
    { line: true },
    {
      label: words.signOut,
      icon: <Glyph name="leave" />,
      act: () => app.signOut(),
    },
  ];
}
