import { binder as texts } from '../strings/messages/binder.ts';
import { type BinderContext, type BinderSection, sections } from './context.ts';

export function BinderTabs({
  binder,
  section,
}: {
  binder: BinderContext;
  section?: BinderSection | undefined;
}) {
  return (
    <nav class="binder-tabs" aria-label={texts.sections.label}>
      {sections.map((each) => (
        <a key={each} href={binder.links.section(each)} aria-current={each === section ? 'page' : undefined}>
          {texts.sections[each]}
        </a>
      ))}
    </nav>
  );
}
