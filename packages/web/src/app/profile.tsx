import { useState } from 'preact/hooks';
import { Avatar } from '../design/avatar.tsx';
import { lazy } from '../design/states.tsx';
import { text } from '../strings/app.ts';
import { useApp } from '../timeline/context.ts';
import { below } from '../timeline/menu-state.ts';

const ProfileMenu = lazy(() => import('./profile-menu.tsx').then((module) => module.ProfileMenu), 'quiet');
const OwnStatus = lazy(() => import('../people/own-status.tsx').then((module) => module.OwnStatus), 'quiet');

export function Profile() {
  const { name, id } = useApp().boot.user;
  const [at, setAt] = useState<{ x: number; y: number }>();
  return (
    <>
      <button
        type="button"
        class="profile"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAt(below(currentTarget))}
      >
        <Avatar id={id} name={name} small />
        <span class="hidden-visually">{text.app.account(name)}</span>
        <OwnStatus />
      </button>
      {at && <ProfileMenu at={at} close={() => setAt(undefined)} />}
    </>
  );
}
