import { sections as names } from '../strings/en/sections.ts';
import { type BinderContext, type BinderSection, sections } from './context.ts';

export function BinderTabs({
  binder,
  section,
}: {
  binder: BinderContext;
  section?: BinderSection | undefined;
}) {
  return (
    <nav class="binder-tabs" aria-label={names.label}>
      {sections.map((each) => (
        <a key={each} href={binder.links.section(each)} aria-current={each === section ? 'page' : undefined}>
          {names[each]}
        </a>
      ))}
    </nav>
  );
}
