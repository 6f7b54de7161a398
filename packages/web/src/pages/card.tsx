import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Glyph } from '../design/glyph.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { pages as text } from '../strings/en/pages.ts';
import type { PageActions } from './actions.ts';
import { DeletePage, RenamePage } from './change.tsx';
import { save } from './download.ts';
import { aboutOf, glyphs, nameOf } from './names.ts';
import { PagePicture } from './picture.tsx';
import { TransferPage } from './transfer.tsx';

interface PageCardProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
  page: PageWithoutAnnotations;
  moveEarlier?: () => void;
  moveLater?: () => void;
}

/** One page of the grid: its picture, what it is called, how many comments it has, and what can be done with it. */
export function PageCard({ binder, actions, state, page, moveEarlier, moveLater }: PageCardProps) {
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const [dialog, setDialog] = useState<'rename' | 'transfer' | 'delete'>();
  const name = nameOf(page);
  const about = aboutOf(page, state);
  const comments = state.pageComments[page.id]?.length ?? 0;
  const canWrite = binder.canWrite.value;
  const close = () => setDialog(undefined);
  const items: MenuItem[] = [
    { label: text.download, icon: <Glyph name="download" />, act: () => save(page.page_uri, name) },
    ...(canWrite
      ? [{ label: text.rename, icon: <Glyph name="edit" />, act: () => setDialog('rename') }]
      : []),
    ...(moveEarlier ? [{ label: text.earlier, icon: <Glyph name="back" />, act: moveEarlier }] : []),
    ...(moveLater ? [{ label: text.later, icon: <Glyph name="next" />, act: moveLater }] : []),
    ...(canWrite
      ? [
          {
            label: text.transfer.label,
            icon: <Glyph name="open" />,
            act: () => setDialog('transfer'),
          },
          { line: true } as const,
          {
            label: text.delete,
            icon: <Glyph name="trash" />,
            danger: true,
            act: () => setDialog('delete'),
          },
        ]
      : []),
  ];
  return (
    <article class="page-card">
      <a
        class="page-picture"
        href={binder.links.page(page.id)}
        aria-label={text.card([name, about, ...(comments > 0 ? [text.comments(comments)] : [])])}
        draggable={false}
      >
        <PagePicture page={page} view="thumbnail_uri" actions={actions} alt="" />
        {page.type !== 'PAGE_TYPE_PDF' && page.type !== 'PAGE_TYPE_IMAGE' && (
          <span class="page-kind">
            <Glyph name={glyphs[page.type]} />
          </span>
        )}
        {comments > 0 && (
          <span class="page-comments" title={text.comments(comments)} aria-hidden="true">
            <Glyph name="comment" />
            {comments}
          </span>
        )}
      </a>
      <div class="page-foot">
        <div>
          <span class="page-name" title={name}>
            {name}
          </span>
          <span class="muted small">{about}</span>
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
      {menu && <Menu label={text.actions(name)} items={items} at={menu} close={() => setMenu(undefined)} />}
      {dialog === 'rename' && <RenamePage {...{ actions, page, close }} />}
      {dialog === 'transfer' && <TransferPage {...{ binder, page, close }} />}
      {dialog === 'delete' && <DeletePage {...{ actions, page, close }} />}
    </article>
  );
}
