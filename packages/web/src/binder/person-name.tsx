import type { BinderContext } from './context.ts';

interface PersonNameProps {
  binder: Pick<BinderContext, 'viewMember'>;
  user: { id: string; name: string };
  /** How it is written where it differs from the name. */
  label?: string;
  tabIndex?: number;
}

/** Who somebody is; a button where the page around shows people in its own way. */
export function PersonName({ binder: { viewMember }, user, label = user.name, tabIndex }: PersonNameProps) {
  if (!viewMember) return <strong dir="auto">{label}</strong>;
  return (
    <button
      dir="auto"
      type="button"
      class="person-link"
      tabIndex={tabIndex}
      onClick={() => viewMember(user.id)}
    >
      {label}
    </button>
  );
}
