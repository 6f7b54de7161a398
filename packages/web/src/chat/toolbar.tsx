import type { Signal } from '@preact/signals';
import { Glyph } from '../design/glyph.tsx';
import { chat as text } from '../strings/en/chat.ts';
import { makeLink, makeList, type Selected, toggleTag } from './bbcode.ts';
import { ChatGlyph, type ChatGlyphName } from './glyphs.tsx';

type ToolName = keyof typeof text.composer.tools;

const TOOLS: readonly {
  name: ToolName;
  glyph?: ChatGlyphName;
  key?: string;
  apply(selected: Selected): Selected;
}[] = [
  { name: 'b', glyph: 'bold', key: 'b', apply: (selected) => toggleTag(selected, 'b') },
  { name: 'i', glyph: 'italic', key: 'i', apply: (selected) => toggleTag(selected, 'i') },
  { name: 's', glyph: 'strike', apply: (selected) => toggleTag(selected, 's') },
  { name: 'link', key: 'k', apply: (selected) => makeLink(selected, text.composer.address) },
  { name: 'list', glyph: 'list', apply: makeList },
  { name: 'quote', glyph: 'quote', apply: (selected) => toggleTag(selected, 'quote') },
  { name: 'code', glyph: 'code', apply: (selected) => toggleTag(selected, 'code') },
];

interface ToolbarProps {
  selected(): Selected;
  write(selected: Selected): void;
  isPreviewed: Signal<boolean>;
}

export function Toolbar({ selected, write, isPreviewed }: ToolbarProps) {
  return (
    <div class="toolbar" role="toolbar" aria-label={text.composer.format} onKeyDown={moveByArrows}>
      {TOOLS.map(({ name, glyph, key, apply }, index) => (
        <button
          key={name}
          type="button"
          class="tool"
          tabIndex={index === 0 ? 0 : -1}
          aria-label={text.composer.tools[name]}
          title={key ? `${text.composer.tools[name]} (Ctrl+${key.toUpperCase()})` : text.composer.tools[name]}
          aria-disabled={isPreviewed.value}
          // Keep the selection in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => !isPreviewed.value && write(apply(selected()))}
        >
          {glyph ? <ChatGlyph name={glyph} /> : <Glyph name="link" />}
        </button>
      ))}
      <button
        type="button"
        class="button compact quiet"
        tabIndex={-1}
        aria-pressed={isPreviewed.value}
        onClick={() => {
          isPreviewed.value = !isPreviewed.value;
        }}
      >
        {isPreviewed.value ? text.composer.write : text.composer.preview}
      </button>
    </div>
  );
}

function moveByArrows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  all[(all.indexOf(event.target as HTMLButtonElement) + step + all.length) % all.length]?.focus();
}

/** Formatting shortcuts with Ctrl. The returned function is true when it handled a key. */
export function useFormatKeys(
  selected: () => Selected,
  write: (selected: Selected) => void,
): (event: KeyboardEvent) => boolean {
  return (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return false;
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase());
    if (!tool) return false;
    event.preventDefault();
    write(tool.apply(selected()));
    return true;
  };
}
