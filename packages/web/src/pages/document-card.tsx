import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { saveFrom } from '../binder/download.ts';
import { kindOf } from '../binder/page-kind.ts';
import { nameOf } from '../binder/page-name.ts';
import { Glyph, type GlyphName } from '../design/glyph.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { pages as text } from '../strings/en/pages.ts';
import type { PageActions } from './actions.ts';
import type { Deletions } from './deletion.ts';
import { aboutOf } from './names.ts';
import { PageThumbnail } from './page-thumbnail.tsx';
import { RenamePage } from './rename.tsx';
import type { Selection } from './selection.ts';
import { TransferPages } from './transfer.tsx';

interface PageCardProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
  page: PageWithoutAnnotations;
  deletions: Deletions;
  /** Missing for viewers. */
  selection?: Selection;
  moveEarlier?: () => void;
  moveLater?: () => void;
}

function menuItemsOf(
  { binder, page, deletions, moveEarlier, moveLater }: PageCardProps,
  open: (dialog: 'rename' | 'transfer') => void,
): MenuItem[] {
  const ifPossible = (label: string, icon: GlyphName, act: (() => void) | undefined): MenuItem[] =>
    act ? [{ label, icon: <Glyph name={icon} />, act }] : [];
  const canWrite = binder.canWrite.value;
  const remove = {
    label: text.delete,
    icon: <Glyph name="trash" />,
    danger: true,
    act: () => deletions.remove([page]),
  };
  return [
    ...ifPossible(text.download, 'download', () => saveFrom(page.page_uri, nameOf(page))),
    ...ifPossible(text.rename, 'edit', canWrite ? () => open('rename') : undefined),
    ...ifPossible(text.earlier, 'back', moveEarlier),
    ...ifPossible(text.later, 'next', moveLater),
    ...ifPossible(text.transfer.label, 'open', canWrite ? () => open('transfer') : undefined),
    ...(canWrite ? [{ line: true } as const, remove] : []),
  ];
}

export function PageCard(props: PageCardProps) {
  const { binder, actions, state, page, selection } = props;
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const [dialog, setDialog] = useState<'rename' | 'transfer'>();
  const name = nameOf(page);
  const close = () => setDialog(undefined);
  const isSelected = selection?.ids.value.has(page.id) ?? false;
  const isSelecting = selection !== undefined && selection.ids.value.size > 0;
  /** During a selection, or with a modifier key, a click selects. */
  function selectInstead(event: MouseEvent): void {
    const isMarked = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!selection || (!isMarked && !isSelecting)) return;
    event.preventDefault();
    if (event.shiftKey) selection.extend(page.id);
    else selection.toggle(page.id);
  }
  return (
    <article class="page-card" data-selected={isSelected}>
      {selection && (
        <label class="page-select">
          <input
            type="checkbox"
            aria-label={text.bulk.select(name)}
            checked={isSelected}
            onClick={(event) => {
              // Shift selects a range, which checkboxes do not support natively.
              if (event.shiftKey) selection.extend(page.id);
              else selection.toggle(page.id);
            }}
          />
        </label>
      )}
      <PagePicture {...{ binder, actions, state, page }} onClick={selectInstead} />
      <div class="page-foot">
        <div>
          {/* biome-ignore lint/a11y/useAnchorContent: said by the picture already, which is what keys reach */}
          <a
            class="page-name"
            dir="auto"
            href={binder.links.page(page.id)}
            title={name}
            tabIndex={-1}
            aria-hidden="true"
            draggable={false}
            onClick={selectInstead}
          >
            {name}
          </a>
          <span class="muted small">{aboutOf(page, state)}</span>
        </div>
        <button
          type="button"
          class="tool"
          aria-label={text.actions(name)}
          aria-haspopup="menu"
          aria-expanded={menu !== undefined}
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            setMenu({ x: left, y: bottom });
          }}
        >
          <Glyph name="more" />
        </button>
      </div>
      {menu && (
        <Menu
          label={text.actions(name)}
          items={menuItemsOf(props, setDialog)}
          at={menu}
          close={() => setMenu(undefined)}
        />
      )}
      {dialog === 'rename' && <RenamePage actions={actions} page={page} close={close} />}
      {dialog === 'transfer' && <TransferPages binder={binder} pages={[page]} close={close} />}
    </article>
  );
}

interface PagePictureProps extends Pick<PageCardProps, 'binder' | 'actions' | 'state' | 'page'> {
  onClick: (event: MouseEvent) => void;
}

function PagePicture({ binder, actions, state, page, onClick }: PagePictureProps) {
  const kind = kindOf(page);
  const comments = state.pageComments[page.id]?.length ?? 0;
  const words = [nameOf(page), aboutOf(page, state), ...(comments > 0 ? [text.comments(comments)] : [])];
  return (
    <a
      class="page-picture"
      href={binder.links.page(page.id)}
      aria-label={text.card(words)}
      draggable={false}
      onClick={onClick}
    >
      <PageThumbnail page={page} view="thumbnail_uri" actions={actions} alt="" />
      {!kind.isPlain && (
        <span class="page-kind">
          <Glyph name={kind.glyph} />
        </span>
      )}
      {comments > 0 && (
        <span class="page-comments" title={text.comments(comments)} aria-hidden="true">
          <Glyph name="comment" />
          {comments}
        </span>
      )}
    </a>
  );
}
