import type { BinderContext } from './context.ts';

interface Named {
  name: string;
  conversation: boolean;
}

/** A conversation has the other person's name. */
export function binderTitle({ name, conversation }: Named, myName: string): string {
  if (!conversation) return name;
  const others = name.split(', ').filter((each) => each !== myName);
  return others.length === 1 ? (others[0] ?? name) : name;
}

/** Reads the signal. A meet without a name of its own has the binder's, with both people. */
export const meetTitle = (name: string, { state, me }: Pick<BinderContext, 'state' | 'me'>): string =>
  binderTitle({ name, conversation: state.value?.binder.conversation ?? false }, me.name);

/** Reads the signal. Empty before the binder is loaded. */
export const currentTitle = ({ state, me }: Pick<BinderContext, 'state' | 'me'>): string =>
  state.value ? binderTitle(state.value.binder, me.name) : '';
