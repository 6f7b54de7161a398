import type { BinderCard } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { Avatar } from '../design/avatar.tsx';

interface BinderPictureProps {
  card: BinderCard;
  title: string;
  children?: ComponentChildren;
}

export function BinderPicture({ card: { binder, picture_uri }, title, children }: BinderPictureProps) {
  return (
    <span class={binder.conversation ? 'picture' : 'picture square'}>
      <Avatar id={binder.id} name={title} {...(picture_uri && { picture: picture_uri })} />
      {children}
    </span>
  );
}
