import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { documentOf, type PageDocument } from '../binder/documents.ts';
import { kindOf } from '../binder/page-kind.ts';
import { nameOf } from '../binder/page-name.ts';
import { useOpened } from '../binder/return.ts';
import { SectionHead } from '../binder/section.tsx';
import { Empty, lazy } from '../design/states.tsx';
import { DescriptionDialog } from '../page-description/lazy-dialog.ts';
import { pages as text } from '../strings/messages/pages.ts';
import { CreateRequest } from '../transactions/lazy-create.ts';
import { VersionsDialog } from '../versions/lazy-dialog.ts';
import type { PageActions } from './actions.ts';
import { deletionsOf } from './deletion.ts';
import { drawnPage } from './drawn-page.ts';
import { RenamePages } from './lazy-rename.ts';
import { TransferPages } from './lazy-transfer.ts';
import { consumeEditorRequest } from './new-note.ts';
import { PageTitle } from './page-title.tsx';
import { pageTypeName } from './type-name.ts';

const Viewer = lazy(() => import('../viewer/index.tsx').then(({ Viewer }) => Viewer));

interface PageViewProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
  id: number;
}

type Part = Pick<PageDocument, 'name' | 'pages'>;
type DialogKind = 'rename' | 'transfer' | 'versions' | 'description' | 'signature' | 'approval';
type OpenDialog = { kind: DialogKind; part: Part } | undefined;

export function PageView({ binder, actions, state, id }: PageViewProps) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const [newNote] = useState(consumeEditorRequest);
  const page = state.pages.find((each) => each.id === id);
  const document = documentOf(state.pages, id);
  const openedId = document?.id ?? id;
  useOpened(`${binder.id}/pages`, openedId, binder.links.page(openedId));
  const all = { href: binder.links.section('pages'), label: text.back };
  const from = useRef(0);
  from.current = binder.target.value.transaction ?? from.current;
  const origin = state.transactions.find((each) => each.id === from.current);
  const back = origin ? { href: binder.links.transaction(origin.id), label: origin.title } : all;
  if (!page || !document) {
    return (
      <div class="section-page">
        <SectionHead title={text.title} back={all} />
        <Empty title={text.gone}>{text.goneHint}</Empty>
      </div>
    );
  }
  const draw = {
    label: text.draw,
    glyph: 'edit' as const,
    isMain: kindOf(page).isBoard === true,
    act: () => {
      drawnPage.value = page.id;
    },
  };
  const { live, viewer } = kindOf(page);
  const isText = live !== undefined || viewer === 'link';
  const describe = {
    label: text.describe,
    act: () => setDialog({ kind: 'description', part: document }),
  };
  const request = (kind: 'signature' | 'approval', label: string) => ({
    label,
    act: () => setDialog({ kind, part: document }),
  });
  const requests = [
    ...(page.type === 'PAGE_TYPE_PDF' ? [request('signature', text.askToSign)] : []),
    request('approval', text.startRequest),
  ];
  const close = () => setDialog(undefined);
  const { share } = binder;
  return (
    <>
      <Viewer
        binder={binder}
        state={state}
        page={page}
        editedId={newNote}
        {...(kindOf(page).isEditable &&
          binder.canWrite.value && {
            title: (
              <PageTitle key={page.id} name={nameOf(page)} rename={(name) => actions.rename([page], name)} />
            ),
          })}
        back={back}
        about={pageTypeName(page)}
        tools={binder.canWrite.value && kindOf(page).isDrawable ? [draw] : []}
        actions={[
          ...(share ? [{ label: text.share, act: () => share(page.id) }] : []),
          ...(page.file_id === ''
            ? []
            : [{ label: text.versions, act: () => setDialog({ kind: 'versions', part: document }) }]),
          ...(binder.canWrite.value
            ? [...requests, ...(isText ? [] : [describe]), ...changes(document, page, setDialog, remove)]
            : []),
        ]}
      />
      {dialog?.kind === 'rename' && (
        <RenamePages
          name={nameOfPart(dialog.part)}
          rename={(name) => actions.rename(dialog.part.pages, name)}
          close={close}
        />
      )}
      {dialog?.kind === 'description' && (
        <DescriptionDialog
          name={nameOf(page)}
          description={page.description ?? ''}
          save={(description) => actions.describe(page.id, description)}
          close={close}
        />
      )}
      {dialog?.kind === 'transfer' && (
        <TransferPages binder={binder} documents={[dialog.part]} close={close} />
      )}
      {(dialog?.kind === 'signature' || dialog?.kind === 'approval') && (
        <CreateRequest binder={binder} document={{ ...dialog.part, kind: dialog.kind }} close={close} />
      )}
      {dialog?.kind === 'versions' && (
        <VersionsDialog binder={binder} actions={actions} document={document} close={close} />
      )}
    </>
  );

  function remove(part: Part): void {
    deletionsOf(actions).remove([part]);
    binder.navigate(all.href);
  }
}

function nameOfPart({ name, pages: [first, ...others] }: Part): string {
  return first && others.length === 0 ? nameOf(first) : name;
}

function changes(
  document: PageDocument,
  page: PageWithoutAnnotations,
  open: (dialog: OpenDialog) => void,
  remove: (part: Part) => void,
) {
  const onPart = (part: Part, words: { rename: string; transfer: string; delete: string }) => [
    { label: words.rename, act: () => open({ kind: 'rename', part }) },
    { label: words.transfer, act: () => open({ kind: 'transfer', part }) },
    { label: words.delete, danger: true, act: () => remove(part) },
  ];
  if (document.pages.length === 1) return onPart(document, { ...text, transfer: text.transfer.label });
  const own = nameOf(page);
  const name = own === document.name ? text.page(own, document.pages.indexOf(page) + 1) : own;
  return [
    ...onPart(document, text.ofDocument),
    { line: true } as const,
    ...onPart({ name, pages: [page] }, text.ofPage),
  ];
}
