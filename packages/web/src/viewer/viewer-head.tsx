import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { SectionHead } from '../binder/section.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import { ToolButton, ZoomBar } from './bar.tsx';
import { ViewerGlyph } from './glyphs.tsx';
import { nameOf } from './names.ts';
import { PageField } from './page-field.tsx';
import type { CommentFocus } from './pins.ts';
import type { PageSearch } from './search.ts';
import type { StageHandle } from './stage.tsx';
import { printPage, saveOriginal, savePdf } from './take.ts';
import type { View } from './view.ts';

interface ViewerHeadProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  pages: readonly PageWithoutAnnotations[];
  index: number;
  view: View;
  stage: () => StageHandle | undefined;
  search: PageSearch;
  focus: CommentFocus;
  commentCount: number;
  back: { href: string; label: string } | undefined;
  about: string | undefined;
  actions: readonly MenuItem[];
  tools: ComponentChildren;
  fullScreen: () => void;
  /** Whether the page is on the stage, and not in a frame or an editor. */
  hasStage: boolean;
  hasStrip: boolean;
  toggleStrip: () => void;
  /** Of a note. */
  edit: (() => void) | undefined;
  /** Of a web page. */
  frame: { isShown: boolean; toggle: () => void } | undefined;
}

/** The head of the viewer: what is shown, how, and what can be done with it. */
export function ViewerHead(props: ViewerHeadProps) {
  const { binder, page, pages, index, view, stage, search, focus, commentCount } = props;
  const [menuAt, setMenuAt] = useState<{ x: number; y: number }>();
  const { frame, edit } = props;
  const hasOriginal = page.type !== 'PAGE_TYPE_WHITEBOARD' && page.type !== 'PAGE_TYPE_URL';
  const items: MenuItem[] = [
    ...(frame ? [{ label: frame.isShown ? text.web.sheet : text.web.live, act: frame.toggle }] : []),
    ...(hasOriginal ? [{ label: text.take.original, act: () => saveOriginal(page) }] : []),
    { label: text.take.pdf, act: () => void savePdf(binder, page) },
    { label: text.take.print, act: () => printPage(page) },
    { label: text.fullScreen, act: props.fullScreen },
    ...(props.actions.length > 0 ? [{ line: true } as const, ...props.actions] : []),
  ];
  return (
    <SectionHead title={nameOf(page)} {...(props.back && { back: props.back })}>
      {props.about && <span class="muted small page-about">{props.about}</span>}
      <span class="show-strip">
        <ToolButton glyph="strip" label={text.showStrip} pressed={props.hasStrip} act={props.toggleStrip} />
      </span>
      <PageField binder={binder} pages={pages} index={index} />
      {props.hasStage && <ZoomBar view={view} stage={stage} />}
      {props.tools}
      {edit && (
        <button type="button" class="button compact" onClick={edit}>
          {binder.canWrite.value ? text.note.edit : text.note.read}
        </button>
      )}
      <ToolButton
        glyph="search"
        label={text.search.title}
        pressed={search.isOpen.value}
        act={() => (search.isOpen.value ? search.close() : search.open())}
      />
      <ToolButton
        glyph="comment"
        label={text.comments.open(commentCount)}
        pressed={focus.isOpen.value}
        count={commentCount}
        act={() => (focus.isOpen.value ? focus.close() : focus.open())}
      />
      <button
        type="button"
        class="tool"
        aria-label={text.more}
        title={text.more}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenuAt({ x: left, y: bottom });
        }}
      >
        <ViewerGlyph name="more" />
      </button>
      {menuAt && <Menu label={text.more} items={items} at={menuAt} close={() => setMenuAt(undefined)} />}
    </SectionHead>
  );
}
