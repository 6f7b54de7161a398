import { useEffect, useState } from 'preact/hooks';
import { sections } from '../binder/context.ts';
import { Skeleton } from '../design/states.tsx';
import { text } from '../strings/en.ts';
import { type OpenBinder, openBinder } from './binder.ts';
import { useApp } from './context.ts';
import { SECTIONS } from './sections.tsx';

/** One binder: its name, its parts, and the part that the address names. */
export function BinderView({ binderId }: { binderId: string }) {
  const app = useApp();
  const [binder, setBinder] = useState<OpenBinder>();
  useEffect(() => {
    const opened = openBinder(app, binderId);
    setBinder(opened);
    return () => opened.close();
  }, [binderId]);
  if (!binder) return <Skeleton />;
  const name = binder.state.value?.binder.name;
  const { section } = binder.target.value;
  const Part = SECTIONS[section];
  return (
    <>
      <header class="binder-head">
        <a class="back" href={app.boot.root || '/'}>
          {text.app.back}
        </a>
        <h1 id="title" tabIndex={-1}>
          {name ?? text.state.loading}
        </h1>
        <nav aria-label={text.app.sections.label}>
          {sections.map((each) => (
            <a
              key={each}
              href={binder.links.section(each)}
              aria-current={each === section ? 'page' : undefined}
            >
              {text.app.sections[each]}
            </a>
          ))}
        </nav>
      </header>
      <div class="binder-section" key={section}>
        <Part binder={binder} />
      </div>
    </>
  );
}
