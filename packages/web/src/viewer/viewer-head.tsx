import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { SectionHead } from '../binder/section.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { ToolButton, ZoomBar, zoomItems } from './bar.tsx';
import { ViewerGlyph, type ViewerGlyphName } from './glyphs.tsx';
import { PageField } from './page-field.tsx';
import type { CommentFocus } from './pins.ts';
import type { PageSearch } from './search.ts';
import type { StageHandle } from './stage.tsx';
import type { View } from './view.ts';
import type { ViewerWidth } from './viewer-width.ts';

export interface ViewerTool {
  label: string;
  glyph?: ViewerGlyphName;
  act: () => void;
  /** True if narrow viewers show a button instead of a menu item. */
  isMain?: boolean;
}

interface ViewerHeadProps {
  title: ComponentChildren;
  back: { href: string; label: string } | undefined;
  about: string | undefined;
  width: ViewerWidth;
  field: Parameters<typeof PageField>[0];
  view: View;
  stage: () => StageHandle | undefined;
  search: PageSearch;
  focus: CommentFocus;
  commentCount: number;
  tools: readonly ViewerTool[];
  actions: readonly MenuItem[];
  hasStage: boolean;
  hasStrip: boolean;
  toggleStrip: () => void;
}

export function ViewerHead(props: ViewerHeadProps) {
  const { width, view, stage, search, focus, commentCount, tools, actions } = props;
  const isNarrow = width === 'narrow';
  const hasNames = width === 'wide' || tools.length === 1 || !props.hasStage;
  const [menuAt, setMenuAt] = useState<{ x: number; y: number }>();
  const toggleSearch = () => (search.isOpen.value ? search.close() : search.open());
  const toggleComments = () => (focus.isOpen.value ? focus.close() : focus.open());
  const folded: MenuItem[] = [
    ...tools.filter(isFolded).map(({ label, glyph, act }) => ({
      label,
      act,
      ...(glyph && { icon: <ViewerGlyph name={glyph} /> }),
    })),
    { label: text.search.title, icon: <ViewerGlyph name="search" />, act: toggleSearch },
    ...(props.hasStage ? [{ line: true } as const, ...zoomItems(view)] : []),
    { line: true },
  ];
  return (
    <SectionHead title={props.title} {...(props.back && { back: props.back })}>
      {props.about && !isNarrow && <span class="muted small page-about">{props.about}</span>}
      {!isNarrow && props.field.pages.length > 1 && (
        <ToolButton glyph="strip" label={text.showStrip} pressed={props.hasStrip} act={props.toggleStrip} />
      )}
      <PageField {...props.field} />
      {!isNarrow && (
        <>
          {props.hasStage && <ZoomBar view={view} stage={stage} />}
          {tools.map(({ label, glyph, act }) =>
            glyph && !hasNames ? (
              <ToolButton glyph={glyph} label={label} act={act} key={label} />
            ) : (
              <button type="button" class="button compact" key={label} onClick={act}>
                {glyph && <ViewerGlyph name={glyph} />}
                {label}
              </button>
            ),
          )}
          <ToolButton
            glyph="search"
            label={text.search.title}
            pressed={search.isOpen.value}
            act={toggleSearch}
          />
        </>
      )}
      {isNarrow &&
        tools.map((tool) =>
          tool.glyph && !isFolded(tool) ? (
            <ToolButton glyph={tool.glyph} label={tool.label} act={tool.act} key={tool.label} />
          ) : null,
        )}
      <ToolButton
        glyph="comment"
        label={text.comments.open(commentCount)}
        pressed={focus.isOpen.value}
        count={commentCount}
        act={toggleComments}
      />
      <button
        type="button"
        class="tool viewer-more"
        aria-label={text.more}
        title={text.more}
        aria-haspopup="menu"
        aria-expanded={menuAt !== undefined}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenuAt({ x: left, y: bottom });
        }}
      >
        <ViewerGlyph name="more" />
      </button>
      {menuAt && (
        <Menu
          label={text.more}
          items={isNarrow ? [...folded, ...actions] : actions}
          at={menuAt}
          close={() => setMenuAt(undefined)}
        />
      )}
    </SectionHead>
  );
}

const isFolded = ({ glyph, isMain }: ViewerTool) => !glyph || isMain !== true;
