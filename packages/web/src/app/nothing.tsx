import { Icon, type IconName } from '../design/icon.tsx';
import { text } from '../strings/app.ts';
import { useApp } from '../timeline/context.ts';

interface NothingProps {
  title: string;
  about: string;
  icon?: IconName;
  hasWayOut?: boolean;
}

export function Nothing({ title, about, icon = 'mark', hasWayOut = false }: NothingProps) {
  const { boot } = useApp();
  return (
    <div class="app-nothing empty">
      <Icon name={icon} />
      <h1 id="title" tabIndex={-1}>
        {title}
      </h1>
      <p>{about}</p>
      {hasWayOut && (
        <a class="button compact" href={`${boot.root}/`}>
          {text.app.goneLink}
        </a>
      )}
    </div>
  );
}
