import { useMemo } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Skeleton } from '../design/states.tsx';
import { createPageActions } from './actions.ts';
import { Library } from './library.tsx';
import { PageView } from './view.tsx';

export { resumeUploads } from './resume-uploads.ts';

/** The pages of a binder, or the one that the address names. */
export function Pages({ binder }: { binder: BinderContext }) {
  const actions = useMemo(() => createPageActions(binder), [binder]);
  const state = actions.view.value;
  const { id } = binder.target.value;
  if (!state) return <Skeleton />;
  return id === undefined ? (
    <Library binder={binder} actions={actions} state={state} />
  ) : (
    <PageView binder={binder} actions={actions} state={state} id={id} />
  );
}
