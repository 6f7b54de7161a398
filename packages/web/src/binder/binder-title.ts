import type { BinderContext } from './context.ts';

interface Named {
  name: string;
  conversation: boolean;
}

/** Returns the other person's name for a conversation of two. */
export function binderTitle({ name, conversation }: Named, myName: string): string {
  if (!conversation) return name;
  const others = name.split(', ').filter((each) => each !== myName);
  return others.length === 1 ? (others[0] ?? name) : name;
}

/** A meet without a name of its own has the binder's, with both people. */
export const titleOfMeet = (name: string, binder: Named | undefined, myName: string): string =>
  name === binder?.name ? binderTitle(binder, myName) : name;

/** Reads the signal. */
export const meetTitle = (name: string, { state, me }: Pick<BinderContext, 'state' | 'me'>): string =>
  titleOfMeet(name, state.value?.binder, me.name);

/** Returns an empty string before the binder is loaded. Reads the signal. */
export const currentTitle = ({ state, me }: Pick<BinderContext, 'state' | 'me'>): string =>
  state.value ? binderTitle(state.value.binder, me.name) : '';
