import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { draw as text } from '../../strings/messages/draw.ts';
import type { PageViewport } from '../../viewer/viewport.ts';
import type { Editor, Writing } from '../editor/editor.ts';
import { withText } from '../editor/new-shape.ts';
import { MAX_TEXT } from '../model/limits.ts';
import { LINE_HEIGHT, NOTE_PADDING } from '../model/text-lines.ts';

/** Without `field-sizing`, the field has its maximum width. */
const GROWS = CSS.supports('field-sizing', 'content');

export function Writer({ editor, viewport }: { editor: Editor; viewport: PageViewport }) {
  const { value: writing } = editor.writing;
  // Each text has its own undo history.
  return writing ? (
    <Field key={writing.uuid ?? 'new'} editor={editor} viewport={viewport} writing={writing} />
  ) : null;
}

function Field({ editor, viewport, writing }: { editor: Editor; viewport: PageViewport; writing: Writing }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isFinished = useRef(false);
  const { shape, uuid } = writing;
  const scale = viewport.scale.value;
  const padding = shape.kind === 'note' ? NOTE_PADDING * shape.fontSize * scale : 0;

  const fitHeight = () => {
    const { current } = field;
    if (!current) return;
    current.style.height = 'auto';
    const least = shape.kind === 'note' ? shape.height * scale : 0;
    current.style.height = `${Math.max(current.scrollHeight, least)}px`;
  };
  const name = useMemo(() => uuid ?? crypto.randomUUID(), []);
  const send = () => editor.live.send(name, { ...shape, text: field.current?.value ?? '' });
  const finish = () => {
    if (isFinished.current) return;
    isFinished.current = true;
    const words = field.current?.value.replace(/\s+$/, '') ?? '';
    editor.writing.value = undefined;
    const isChanged = words !== shape.text;
    editor.live.end(name, isChanged && words !== '');
    if (!isChanged) return;
    const written = withText(shape, words);
    if (uuid !== undefined && words === '') editor.remove([uuid]);
    else if (uuid !== undefined) editor.change([{ uuid, shape: written }]);
    else if (words !== '') {
      editor.selection.value = new Set([editor.add(written, name)]);
      editor.tool.value = 'select';
    }
  };

  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.value = shape.text;
    current.focus({ preventScroll: true });
    current.setSelectionRange(shape.text.length, shape.text.length);
    fitHeight();
    return () => finish();
  }, []);
  useLayoutEffect(fitHeight, [scale]);

  return (
    <textarea
      dir="auto"
      ref={field}
      class={`draw-writer ${shape.kind}`}
      aria-label={text.textLabel}
      maxLength={MAX_TEXT}
      spellcheck
      rows={1}
      style={{
        left: `${shape.x * scale}px`,
        top: `${shape.y * scale}px`,
        [shape.kind === 'text' && GROWS ? 'maxWidth' : 'width']:
          `${shape.width * scale + (shape.kind === 'text' ? 2 : 0)}px`,
        fontSize: `${shape.fontSize * scale}px`,
        lineHeight: LINE_HEIGHT,
        padding: `${padding}px`,
        ...(shape.kind === 'note' ? { background: shape.colour } : { color: shape.colour }),
      }}
      onInput={() => {
        fitHeight();
        send();
      }}
      onBlur={() => finish()}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.isComposing) return;
        if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
          event.preventDefault();
          const surface = event.currentTarget.closest<HTMLElement>('.draw-surface');
          finish();
          surface?.focus({ preventScroll: true });
        }
      }}
    />
  );
}
