import { Glyph } from '../design/glyph.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { chooseTheme, storedTheme, THEMES } from '../design/theme.tsx';
import { toast } from '../design/toast.tsx';
import {
  areNotificationsOn,
  setNotifications,
  setSound,
  settings,
} from '../notifications/browser-settings.ts';
import { text } from '../strings/app.ts';
import { downloads } from '../strings/en/downloads.ts';
import { notifications } from '../strings/en/notifications.ts';
import { person } from '../strings/en/person.ts';
import { profile as words } from '../strings/en/profile.ts';
import { type AppContext, useApp } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { Mark } from '../timeline/marks.tsx';
import { overlay } from './overlays.tsx';

export function ProfileMenu({ at, close }: { at: { x: number; y: number }; close: () => void }) {
  const app = useApp();
  const { name, email } = app.boot.user;
  const items = [{ heading: email ? `${name} · ${email}` : name }, ...itemsOf(app)];
  return <Menu label={text.app.account(name)} items={items} at={at} close={close} />;
}

async function toggleNotifications(): Promise<void> {
  const isTurningOn = !areNotificationsOn.value;
  const isOn = await setNotifications(isTurningOn);
  if (isTurningOn && !isOn) toast(notifications.blocked);
}

function itemsOf(app: AppContext): MenuItem[] {
  const { root, is_admin } = app.boot;
  const goTo = (path: string) => () => location.assign(path);
  return [
    { label: words.account, icon: <Mark name="person" />, act: goTo(`${root}/account`) },
    ...(is_admin ? [{ label: words.console, icon: <Mark name="admin" />, act: goTo(`${root}/admin`) }] : []),
    {
      label: person.status.set,
      icon: <Glyph name="comment" />,
      act: () => {
        dialog.value = { kind: 'status' };
      },
    },
    {
      label: words.shortcuts,
      icon: <Mark name="keys" />,
      act: () => {
        overlay.value = 'shortcuts';
      },
    },
    {
      label: downloads.own.title,
      icon: <Glyph name="download" />,
      act: () => {
        dialog.value = { kind: 'own-data' };
      },
    },
    {
      label: words.notificationSettings,
      icon: <Mark name="bell" />,
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
      icon: <Mark name="leave" />,
      act: () => app.signOut(),
    },
  ];
}
