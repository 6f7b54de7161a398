import type { BinderContext } from '../binder/context.ts';
import { membersOf } from '../binder/people.ts';

export interface Mentionable {
  id: string;
  name: string;
}

export const mentionableIn = ({ state, me }: BinderContext): Mentionable[] =>
  membersOf(state.value)
    .filter(({ user, disabled }) => !disabled && user.id !== me.id)
    .map(({ user }) => user);

export function mentionsIn(text: string, members: readonly Mentionable[]): string[] {
  return members
    .filter(({ name }) => {
      const at = text.indexOf(`@${name}`);
      return at >= 0 && !/^[\p{L}\p{N}]/u.test(text.slice(at + name.length + 1));
    })
    .map(({ id }) => id);
}

export const mentionedBy = (binder: BinderContext, written: string): string[] =>
  mentionsIn(written, mentionableIn(binder));
