import type { BinderContext } from './context.ts';

interface Named {
  name: string;
  conversation: boolean;
}

export function binderTitle({ name, conversation }: Named, myName: string): string {
  if (!conversation) return name;
  const others = name.split(', ').filter((each) => each !== myName);
  return others.length === 1 ? (others[0] ?? name) : name;
}

/** A meet without its own name has the binder's name. */
export const titleOfMeet = (name: string, binder: Named | undefined, myName: string): string =>
  name === binder?.name ? binderTitle(binder, myName) : name;

export const meetTitle = (name: string, { state, me }: Pick<BinderContext, 'state' | 'me'>): string =>
  titleOfMeet(name, state.value?.binder, me.name);

export const currentTitle = ({ state, me }: Pick<BinderContext, 'state' | 'me'>): string =>
  state.value ? binderTitle(state.value.binder, me.name) : '';
