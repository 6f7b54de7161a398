import { signal } from '@preact/signals';
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

/** Pictures by user id. They are newer than the `picture` of an avatar. */
const pictures = signal<ReadonlyMap<string, string | undefined>>(new Map());

/** @param isCurrent false if the pictures may be old and must not replace learned ones */
export function learnPictures(
  people: readonly { id: string; picture_uri?: string | undefined }[],
  isCurrent = true,
): void {
  const known = pictures.peek();
  const learned = people.filter(({ id }) => isCurrent || !known.has(id));
  pictures.value = new Map([...known, ...learned.map((each) => [each.id, each.picture_uri] as const)]);
}

/** Screen readers ignore an avatar, so the name must be next to the avatar. */
export function Avatar({ id, name, picture, mark, small }: AvatarProps) {
  const address = pictures.value.get(id) ?? picture ?? '';
  const isOurs = address.startsWith('/') || address.startsWith(`${location.origin}/`);
  return (
    <span class={`avatar ${small ? 'small' : ''}`} data-hue={hueOf(id)} data-mark={mark} aria-hidden="true">
      {isOurs ? <img src={address} alt="" loading="lazy" /> : initialsOf(name)}
    </span>
  );
}

function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return sum % HUES;
}
