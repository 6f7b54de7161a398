import { useState } from 'preact/hooks';
import { Avatar } from '../design/avatar.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { chooseTheme, chosenTheme, THEMES } from '../design/theme.tsx';
import { toast } from '../design/toast.tsx';
import { text } from '../strings/app.ts';
import { Mark } from '../timeline/marks.tsx';
import { type AppContext, useApp } from './context.ts';
import { areNotificationsOn, setNotifications, setSound, settings } from './notifications.ts';
import { overlay } from './overlays.tsx';

/** Who is signed in, and what is theirs: account, console, theme, signing out. */
export function Profile() {
  const app = useApp();
  const { name, email, id } = app.boot.user;
  const [at, setAt] = useState<{ x: number; y: number }>();
  return (
    <>
      <button
        type="button"
        class="profile"
        aria-haspopup="menu"
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setAt({ x: box.left, y: box.bottom + 4 });
        }}
      >
        <Avatar id={id} name={name} small />
        <span class="hidden-visually">{text.app.profile.button(name)}</span>
      </button>
      {at && (
        <Menu
          label={text.app.profile.button(name)}
          items={[{ heading: email ? `${name} · ${email}` : name }, ...itemsOf(app)]}
          at={at}
          close={() => setAt(undefined)}
        />
      )}
    </>
  );
}

async function toggleNotifications(): Promise<void> {
  const isWanted = !areNotificationsOn.value;
  const isOn = await setNotifications(isWanted);
  if (isWanted && !isOn) toast(text.app.notifications.blocked);
}

function itemsOf(app: AppContext): MenuItem[] {
  const { root, is_admin } = app.boot;
  const words = text.app.profile;
  const goTo = (path: string) => () => location.assign(path);
  return [
    { label: words.account, icon: <Mark name="person" />, act: goTo(`${root}/account`) },
    ...(is_admin ? [{ label: words.console, icon: <Mark name="admin" />, act: goTo(`${root}/admin`) }] : []),
    {
      label: words.shortcuts,
      icon: <Mark name="keys" />,
      act: () => {
        overlay.value = 'shortcuts';
      },
    },
    {
      ...{ kind: 'checkbox', label: words.notifications, isChecked: areNotificationsOn.value },
      act: () => void toggleNotifications(),
    },
    {
      ...{ kind: 'checkbox', label: words.sound, isChecked: settings.value.hasSound },
      act: () => setSound(!settings.value.hasSound),
    },
    { line: true },
    { heading: words.theme },
    ...THEMES.map(
      (theme): MenuItem => ({
        ...{ kind: 'radio', label: text.shell.themes[theme], isChecked: chosenTheme() === theme },
        act: () => chooseTheme(theme),
      }),
    ),
    { line: true },
    { label: words.signOut, icon: <Mark name="leave" />, act: () => void app.signOut() },
  ];
}
