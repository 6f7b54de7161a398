import { Glyph, type GlyphName } from '../design/glyph.tsx';
import { gettingStarted as words } from '../strings/en/getting-started.ts';
import type { BinderContext, BinderSection } from './context.ts';

export const SECTION_GLYPHS: Readonly<Record<BinderSection, GlyphName>> = {
  chat: 'comment',
  pages: 'document',
  todos: 'todo',
  transactions: 'confirm',
  meets: 'video',
  members: 'person',
};

/** Where to go from a new binder. */
export function FirstSteps({ links }: Pick<BinderContext, 'links'>) {
  return (
    <div class="empty chat-empty">
      <h2>{words.next}</h2>
      <p>{words.nextAbout}</p>
      <ul class="first-steps">
        {words.steps.map(([section, name, about]) => (
          <li key={section}>
            <a href={links.section(section)}>
              <Glyph name={SECTION_GLYPHS[section]} />
              <strong>{name}</strong>
              <span class="muted small">{about}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
