import type { BinderContext } from './context.ts';

interface PersonNameProps {
  binder: Pick<BinderContext, 'viewMember'>;
  user: { id: string; name: string };
  label?: string;
  tabIndex?: number;
}

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
