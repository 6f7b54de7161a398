import type { MeetState } from '@ringbinder/client/meet';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../../binder/context.ts';
import { kindOf } from '../../binder/page-kind.ts';
import { Draw } from '../../draw/index.tsx';
import { meetingStaged as text } from '../../strings/messages/meeting-staged.ts';
import type { StageHandle } from '../../viewer/stage.tsx';
import { createView } from '../../viewer/view.ts';
import { RemoteMarks } from '../remote/marks.tsx';
import { RemoteSurface } from '../remote/surface.tsx';
import type { MeetSession } from '../session.ts';
import { useFollow } from './follow.ts';
import { StagedHead } from './head.tsx';
import { WatchedPage } from './watched-page.tsx';

interface StagedPageProps {
  binder: BinderContext;
  session: MeetSession;
  state: MeetState;
  stage: NonNullable<MeetState['stage']>;
}

export function StagedPage({ binder, session, state, stage }: StagedPageProps) {
  const view = useMemo(() => createView(), []);
  const frame = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<StageHandle>();
  const pages = binder.state.value?.pages;
  const page = pages?.find(({ id }) => id === stage.page_id);
  const selfId = state.self?.id;
  const isPresenter = stage.presenter_id === selfId;
  const isController = state.controls.some(
    ({ presenter_id, controller_id }) => presenter_id === stage.presenter_id && controller_id === selfId,
  );
  const canWrite = binder.canWrite.value;
  const begins = isPresenter && canWrite && page !== undefined && kindOf(page).isBoard === true;
  const [isDrawing, setDrawing] = useState(begins);
  useEffect(() => {
    if (begins) setDrawing(true);
  }, [stage.page_id]);
  const { isFollowing, follow } = useFollow({
    frame,
    view,
    handle,
    received: stage.view,
    isLeading: isPresenter || isController,
    send: (nextView) => session.connection()?.setStageView(nextView),
  });
  if (!pages) return <div class="meet-staged" aria-busy="true" />;
  const marks = <RemoteMarks session={session} presenterId={stage.presenter_id} surface="stage" />;
  return (
    <div class="meet-staged" ref={frame}>
      <StagedHead
        binder={binder}
        session={session}
        state={state}
        stage={stage}
        page={page}
        canWrite={canWrite}
        isPresenter={isPresenter}
        isController={isController}
        isDrawing={isDrawing && canWrite}
        setDrawing={setDrawing}
        following={isPresenter || isController ? undefined : { isFollowing, follow }}
      />
      {!page && <p class="meet-staged-gone">{text.gone}</p>}
      {page && isDrawing && canWrite && (
        <Draw
          key={page.id}
          binder={binder}
          page={page}
          view={view}
          close={() => setDrawing(false)}
          handle={setHandle}
          over={marks}
        />
      )}
      {page && !(isDrawing && canWrite) && (
        <WatchedPage key={page.id} binder={binder} page={page} view={view} handle={setHandle}>
          {marks}
          {isController && (
            <RemoteSurface
              session={session}
              presenterId={stage.presenter_id}
              surface="stage"
              abilities={[]}
            />
          )}
        </WatchedPage>
      )}
    </div>
  );
}
