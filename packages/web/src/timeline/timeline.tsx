import { useApp } from '../app/context.ts';
import { binderPath } from '../app/router.ts';
import { Skeleton } from '../design/states.tsx';
import { text } from '../strings/en.ts';

/** All binders of the signed-in user. */
export function Timeline() {
  const { boot, cards, route } = useApp();
  const { value: shown } = route;
  if (!cards.value) return <Skeleton />;
  return (
    <nav aria-label={text.timeline.label}>
      <ul class="timeline">
        {cards.value.map(({ binder, unread }) => (
          <li key={binder.id}>
            <a
              href={binderPath(boot.root, binder.id)}
              aria-current={shown.page === 'binder' && shown.binderId === binder.id ? 'page' : undefined}
            >
              <span>{binder.name}</span>
              {unread > 0 && <span class="badge accent">{unread}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
