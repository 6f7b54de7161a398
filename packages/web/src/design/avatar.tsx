import { initialsOf } from './initials.ts';

const HUES = 8;

interface AvatarProps {
  id: string;
  name: string;
  /** An address on another origin is ignored. */
  picture?: string | undefined;
  mark?: 'done' | 'rejected';
  small?: boolean;
}

/** Pictures by user id, for avatars without a `picture`. */
const pictures = new Map<string, string>();

export function learnPictures(people: Iterable<{ id: string; picture_uri?: string | undefined }>): void {
  for (const { id, picture_uri } of people) if (picture_uri !== undefined) pictures.set(id, picture_uri);
}

export function Avatar({ id, name, picture = pictures.get(id) ?? '', mark, small }: AvatarProps) {
  const isOurs = picture.startsWith('/') || picture.startsWith(`${location.origin}/`);
  return (
    <span class={`avatar ${small ? 'small' : ''}`} data-hue={hueOf(id)} data-mark={mark} aria-hidden="true">
      {isOurs ? <img src={picture} alt="" loading="lazy" /> : initialsOf(name)}
    </span>
  );
}

function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return sum % HUES;
}
