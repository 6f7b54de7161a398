import type { MenuItem } from '../design/menu.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { ViewerGlyph, type ViewerGlyphName } from './glyphs.tsx';
import type { StageHandle } from './stage.tsx';
import type { View } from './view.ts';

const PERCENTS = [50, 75, 100, 150, 200, 400, 800];

interface ZoomBarProps {
  view: View;
  stage: () => StageHandle | undefined;
}

export function ZoomBar({ view, stage }: ZoomBarProps) {
  const zoom = view.zoom.value;
  const percent = view.percent.value;
  const selected = typeof zoom === 'string' ? zoom : String(percent);
  return (
    <div class="viewer-group zoom">
      <ToolButton glyph="smaller" label={text.zoomOut} act={() => stage()?.zoomTo(view.step(-1))} />
      <select
        aria-label={text.zoom}
        value={selected}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'fit-page' || value === 'fit-width') view.fit(value);
          else view.setPercent(Number(value));
        }}
      >
        <option value="fit-page">{text.fitPage}</option>
        <option value="fit-width">{text.fitWidth}</option>
        {typeof zoom !== 'string' && !PERCENTS.includes(percent) && (
          <option value={String(percent)}>{text.percent(percent)}</option>
        )}
        {PERCENTS.map((each) => (
          <option key={each} value={String(each)}>
            {text.percent(each)}
          </option>
        ))}
      </select>
      <ToolButton glyph="larger" label={text.zoomIn} act={() => stage()?.zoomTo(view.step(1))} />
      <ToolButton glyph="turn" label={text.turn} act={() => view.turn()} />
    </div>
  );
}

export function zoomItems(view: View): MenuItem[] {
  const zoom = view.zoom.peek();
  const item = (label: string, isChecked: boolean, act: () => void): MenuItem => ({
    kind: 'radio',
    label,
    isChecked,
    act,
  });
  return [
    item(text.fitPage, zoom === 'fit-page', () => view.fit('fit-page')),
    item(text.fitWidth, zoom === 'fit-width', () => view.fit('fit-width')),
    item(text.percent(100), typeof zoom !== 'string' && view.percent.peek() === 100, () =>
      view.setPercent(100),
    ),
    { label: text.turn, icon: <ViewerGlyph name="turn" />, act: () => view.turn() },
  ];
}

interface ToolButtonProps {
  glyph: ViewerGlyphName;
  label: string;
  act: () => void;
  pressed?: boolean;
  count?: number;
  disabled?: boolean;
}

export function ToolButton({ glyph, label, act, pressed, count, disabled }: ToolButtonProps) {
  return (
    <button
      type="button"
      class={count ? 'tool counted' : 'tool'}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={disabled}
      onClick={act}
    >
      <ViewerGlyph name={glyph} />
      {count ? <span class="small tabular">{count}</span> : null}
    </button>
  );
}
