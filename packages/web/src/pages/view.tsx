import type { BinderState } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { useShown } from '../binder/return.ts';
import { SectionHead } from '../binder/section.tsx';
import { Empty, lazy } from '../design/states.tsx';
import { pages as text } from '../strings/en/pages.ts';
import type { PageActions } from './actions.ts';
import { DeletePage, RenamePage } from './change.tsx';
import { drawnPage, isDrawable } from './drawn-page.ts';
import { aboutOf } from './names.ts';

const Viewer = lazy(() => import('../viewer/index.tsx').then(({ Viewer }) => Viewer));

interface PageViewProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
  id: number;
}

/** One page in the viewer, with what can be done with it here. */
export function PageView({ binder, actions, state, id }: PageViewProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const page = state.pages.find((each) => each.id === id);
  useShown(`${binder.id}/pages`, id, binder.links.page(id));
  const back = { href: binder.links.section('pages'), label: text.back };
  if (!page) {
    return (
      <div class="section-page">
        <SectionHead title={text.title} back={back} />
        <Empty title={text.gone}>{text.goneHint}</Empty>
      </div>
    );
  }
  const close = () => setDialog(undefined);
  const draw = {
    label: text.draw,
    glyph: 'edit' as const,
    act: () => {
      drawnPage.value = page.id;
    },
  };
  const items = [
    { label: text.rename, act: () => setDialog('rename') },
    { label: text.delete, danger: true, act: () => setDialog('delete') },
  ];
  return (
    <>
      <Viewer
        binder={binder}
        state={state}
        page={page}
        back={back}
        about={aboutOf(page, state)}
        tools={binder.canWrite.value && isDrawable(page) ? [draw] : []}
        actions={binder.canWrite.value ? items : []}
      />
      {dialog === 'rename' && <RenamePage {...{ actions, page, close }} />}
      {dialog === 'delete' && (
        <DeletePage {...{ actions, page, close }} done={() => binder.navigate(back.href)} />
      )}
    </>
  );
}
