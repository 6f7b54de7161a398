import type { BinderState } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { useOpened } from '../binder/return.ts';
import { SectionHead } from '../binder/section.tsx';
import { Empty, lazy } from '../design/states.tsx';
import { pages as text } from '../strings/en/pages.ts';
import type { PageActions } from './actions.ts';
import { deletionsOf } from './deletion.ts';
import { drawnPage } from './drawn-page.ts';
import { aboutOf } from './names.ts';
import { RenamePage } from './rename.tsx';

const Viewer = lazy(() => import('../viewer/index.tsx').then(({ Viewer }) => Viewer));

interface PageViewProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
  id: number;
}

export function PageView({ binder, actions, state, id }: PageViewProps) {
  const [isRenamed, setIsRenamed] = useState(false);
  const page = state.pages.find((each) => each.id === id);
  useOpened(`${binder.id}/pages`, id, binder.links.page(id));
  const back = { href: binder.links.section('pages'), label: text.back };
  if (!page) {
    return (
      <div class="section-page">
        <SectionHead title={text.title} back={back} />
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
  const items = [
    { label: text.rename, act: () => setIsRenamed(true) },
    {
      label: text.delete,
      danger: true,
      // The grid offers to undo the deletion.
      act: () => {
        deletionsOf(actions).remove([page]);
        binder.navigate(back.href);
      },
    },
  ];
  const { share } = binder;
  return (
    <>
      <Viewer
        binder={binder}
        state={state}
        page={page}
        back={back}
        about={aboutOf(page, state)}
        tools={binder.canWrite.value && kindOf(page).isDrawable ? [draw] : []}
        actions={[
          ...(share ? [{ label: text.share, act: () => share(page.id) }] : []),
          ...(binder.canWrite.value ? items : []),
        ]}
      />
      {isRenamed && <RenamePage actions={actions} page={page} close={() => setIsRenamed(false)} />}
    </>
  );
}
