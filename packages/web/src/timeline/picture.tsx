import type { BinderCard } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { Avatar } from '../design/avatar.tsx';

interface BinderPictureProps {
  card: BinderCard;
  title: string;
  children?: ComponentChildren;
}

/** Round for a person, and square for a binder. */
export function BinderPicture({ card: { binder, picture_uri }, title, children }: BinderPictureProps) {
  return (
    <span class={binder.conversation ? 'picture' : 'picture square'}>
      <Avatar id={binder.id} name={title} {...(picture_uri && { picture: picture_uri })} />
      {children}
    </span>
  );
}
