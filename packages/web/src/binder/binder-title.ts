import { joinNames } from '../strings/language.ts';
import type { BinderContext } from './context.ts';

interface Named {
  name: string;
  conversation: boolean;
  total_members: number;
}

export function binderTitle({ name, conversation, total_members }: Named, myName: string): string {
  if (!conversation) return name;
  // The server separates names by semicolons if one of them contains a comma.
  const separator = name.includes('; ') ? '; ' : ', ';
  const others = (separator + name + separator)
    .replace(separator + myName + separator, separator)
    .slice(2, -2);
  const names = others.split(separator);
  const isList = total_members > 2 && others !== name && !names.some((each) => each.includes(', '));
  return isList ? joinNames(names) : others || name;
}

/** A meet without its own name has the binder's name. */
export const titleOfMeet = (name: string, binder: Named | undefined, myName: string): string =>
  name === binder?.name ? binderTitle(binder, myName) : name;

export const meetTitle = (name: string, { state, me }: Pick<BinderContext, 'state' | 'me'>): string =>
  titleOfMeet(name, state.value?.binder, me.name);

export const currentTitle = ({ state, me }: Pick<BinderContext, 'state' | 'me'>): string =>
  state.value ? binderTitle(state.value.binder, me.name) : '';
