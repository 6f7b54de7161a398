import type { BinderContext } from './context.ts';

interface PersonNameProps {
  binder: Pick<BinderContext, 'viewMember'>;
  user: { id: string; name: string };
  /** Default: the name. */
  label?: string;
  tabIndex?: number;
}

/** The name is a button where it opens the person's profile. */
export function PersonName({ binder: { viewMember }, user, label = user.name, tabIndex }: PersonNameProps) {
  if (!viewMember) return <strong dir="auto">{label}</strong>;
  return (
    <button
      dir="auto"
      type="button"
      class="person-link"
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => viewMember(user.id, currentTarget)}
    >
      {label}
    </button>
  );
}
