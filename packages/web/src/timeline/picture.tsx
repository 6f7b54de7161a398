import type { BinderCard } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { Avatar } from '../design/avatar.tsx';

interface BinderPictureProps {
  card: BinderCard;
  title: string;
  children?: ComponentChildren;
}

export function BinderPicture({
  card: { binder, user_id, picture_uri },
  title,
  children,
}: BinderPictureProps) {
  return (
    <span class={user_id ? 'picture' : 'picture square'}>
      <Avatar id={user_id ?? binder.id} name={title} picture={picture_uri} />
      {children}
    </span>
  );
}
