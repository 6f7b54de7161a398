import type { BinderState } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import type { PageDocument } from '../binder/documents.ts';
import { saveBlob, saveFrom } from '../binder/download.ts';
import { isPdf, kindOf } from '../binder/page-kind.ts';
import { Glyph, type GlyphName } from '../design/glyph.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { RelativeTime } from '../design/time.tsx';
import { toastError } from '../design/toast.tsx';
import { pageSections } from '../strings/messages/page-sections.ts';
import { pages as text } from '../strings/messages/pages.ts';
import { CreateRequest } from '../transactions/lazy-create.ts';
import { VersionsDialog } from '../versions/lazy-dialog.ts';
import type { PageActions } from './actions.ts';
import { authorOf, dateOf, type FilesById } from './arrangement.ts';
import type { Deletions } from './deletion.ts';
import { RenamePages } from './lazy-rename.ts';
import { MoveToSection } from './lazy-sections.ts';
import { TransferPages } from './lazy-transfer.ts';
import { aboutOf } from './names.ts';
import { PageThumbnail } from './page-thumbnail.tsx';
import type { Selection } from './selection.ts';

interface DocumentCardProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
  files: FilesById;
  document: PageDocument;
  deletions: Deletions;
  selection?: Selection;
  isSelecting?: boolean;
  moveEarlier?: () => void;
  moveLater?: () => void;
}

async function download({ actions, document, files }: DocumentCardProps): Promise<void> {
  const { first, pages, name } = document;
  if (pages.length === 1) return saveFrom(first.page_uri, name);
  try {
    const fileName = files.get(first.file_id)?.name ?? name;
    saveBlob(await actions.download(first.file_id), fileName);
  } catch (error) {
    toastError((error as Error).message);
  }
}

type OpenDialog = 'rename' | 'section' | 'transfer' | 'versions' | 'signature' | 'approval';

function menuItemsOf(props: DocumentCardProps, open: (dialog: OpenDialog) => void): MenuItem[] {
  const { binder, state, document, deletions, moveEarlier, moveLater } = props;
  const ifPossible = (label: string, icon: GlyphName, act: (() => void) | undefined): MenuItem[] =>
    act ? [{ label, icon: <Glyph name={icon} />, act }] : [];
  const canWrite = binder.canWrite.value;
  const remove = {
    label: text.delete,
    icon: <Glyph name="trash" />,
    danger: true,
    act: () => deletions.remove([document]),
  };
  return [
    ...ifPossible(text.download, 'download', () => void download(props)),
    ...ifPossible(text.versions, 'file', document.first.file_id ? () => open('versions') : undefined),
    ...ifPossible(
      text.askToSign,
      'check',
      canWrite && isPdf(document.first) ? () => open('signature') : undefined,
    ),
    ...ifPossible(text.startRequest, 'check', canWrite ? () => open('approval') : undefined),
    ...ifPossible(text.rename, 'edit', canWrite ? () => open('rename') : undefined),
    ...ifPossible(text.earlier, 'back', moveEarlier),
    ...ifPossible(text.later, 'next', moveLater),
    ...ifPossible(
      pageSections.move,
      'document',
      canWrite && state.sections.length > 0 ? () => open('section') : undefined,
    ),
    ...ifPossible(text.transfer.label, 'open', canWrite ? () => open('transfer') : undefined),
    ...(canWrite ? [{ line: true } as const, remove] : []),
  ];
}

export function DocumentCard(props: DocumentCardProps) {
  const { binder, actions, files, document, selection, isSelecting = false } = props;
  const { id, name, pages } = document;
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const isSelected = selection?.ids.value.has(id) ?? false;
  function selectInstead(event: MouseEvent): void {
    const isMarked = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!selection || (!isMarked && !isSelecting)) return;
    event.preventDefault();
    if (event.shiftKey) selection.extend(id);
    else selection.toggle(id);
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
              if (event.shiftKey) selection.extend(id);
              else selection.toggle(id);
            }}
          />
        </label>
      )}
      <DocumentPicture {...props} onClick={selectInstead} />
      <div class="page-foot">
        <div class="page-facts">
          {/* biome-ignore lint/a11y/useAnchorContent: the picture is the same link for keyboard and screen reader */}
          <a
            class="page-name"
            dir="auto"
            href={binder.links.page(id)}
            title={name}
            tabIndex={-1}
            aria-hidden="true"
            draggable={false}
            onClick={selectInstead}
          >
            {name}
          </a>
          <span class="muted small">{aboutOf(document, files)}</span>
          <span class="muted small page-author" dir="auto">
            {authorOf(document, files)}
          </span>
          <span class="muted small page-date">
            <RelativeTime at={dateOf(document, files)} />
          </span>
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
      {dialog === 'rename' && (
        <RenamePages name={name} rename={(next) => actions.rename(pages, next)} close={close} />
      )}
      {dialog === 'section' && <MoveToSection actions={actions} documents={[document]} close={close} />}
      {dialog === 'transfer' && <TransferPages binder={binder} documents={[document]} close={close} />}
      {(dialog === 'signature' || dialog === 'approval') && (
        <CreateRequest binder={binder} document={{ name, pages, kind: dialog }} close={close} />
      )}
      {dialog === 'versions' && <VersionsDialog {...{ binder, actions, document, close }} />}
    </article>
  );
}

interface DocumentPictureProps extends DocumentCardProps {
  onClick: (event: MouseEvent) => void;
}

function DocumentPicture({ binder, actions, state, files, document, onClick }: DocumentPictureProps) {
  const { id, name, pages, first } = document;
  const kind = kindOf(first);
  const comments = pages.reduce(
    (sum, page) => sum + (state.pageComments[page.id]?.filter((each) => !each.resolved_time).length ?? 0),
    0,
  );
  const { description } = first;
  const words = [
    name,
    ...(description ? [description] : []),
    aboutOf(document, files),
    ...(comments > 0 ? [text.comments(comments)] : []),
  ];
  return (
    <a
      class="page-picture"
      href={binder.links.page(id)}
      aria-label={words.join(', ')}
      draggable={false}
      data-several={pages.length > 1}
      onClick={onClick}
    >
      <PageThumbnail page={first} view="thumbnail_uri" actions={actions} alt="" />
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
