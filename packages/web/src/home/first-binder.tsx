import { SECTION_GLYPHS } from '../binder/first-steps.tsx';
import { Glyph } from '../design/glyph.tsx';
import { binder } from '../strings/messages/binder.ts';
import { start as words } from '../strings/messages/start.ts';
import { useApp } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';

export function FirstBinder() {
  const { boot, createBinder } = useApp();
  const create =
    createBinder ??
    (() => {
      dialog.value = { kind: 'new-binder' };
    });
  return (
    <div class="empty first-binder">
      <h2>{words.welcome(boot.user.name)}</h2>
      <p>{words.about}</p>
      <ul class="first-steps">
        {(['chat', 'pages', 'transactions', 'meets'] as const).map((section) => (
          <li key={section}>
            <Glyph name={SECTION_GLYPHS[section]} />
            <strong>{binder.sections[section]}</strong>
            <span class="muted small">{words.contents[section]}</span>
          </li>
        ))}
      </ul>
      <button type="button" class="button primary" onClick={create}>
        {words.create}
      </button>
      <p class="small">{words.invited}</p>
    </div>
  );
}
