import { Glyph, type GlyphName } from '../design/glyph.tsx';
import { start as words } from '../strings/messages/start.ts';
import type { BinderContext, BinderSection } from './context.ts';
import { chooseFirstStep } from './first-step.ts';

export const SECTION_GLYPHS: Readonly<Record<BinderSection, GlyphName>> = {
  chat: 'comment',
  pages: 'document',
  todos: 'todo',
  transactions: 'confirm',
  meets: 'video',
  members: 'person',
};

const STEPS = ['members', 'pages', 'transactions', 'meets'] as const;

export function FirstSteps({ binder }: { binder: Pick<BinderContext, 'id' | 'links' | 'navigate'> }) {
  return (
    <div class="empty chat-empty">
      <h2>{words.next}</h2>
      <p>{words.nextAbout}</p>
      <ul class="first-steps">
        {STEPS.map((section) => (
          <li key={section}>
            <button
              type="button"
              onClick={() => {
                chooseFirstStep(binder, section);
                binder.navigate(binder.links.section(section));
              }}
            >
              <Glyph name={SECTION_GLYPHS[section]} />
              <strong>{words.steps[section].title}</strong>
              <span class="muted small">{words.steps[section].about}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
