import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { documentsOf } from '../binder/documents.ts';
import { closeOnBack } from '../design/close-on-back.ts';
import { lazy, Skeleton } from '../design/states.tsx';
import { toast } from '../design/toast.tsx';
import { pages as text } from '../strings/messages/pages.ts';
import { createPageActions } from './actions.ts';
import { deletionsOf } from './deletion.ts';
import { drawnPage } from './drawn-page.ts';
import { Library } from './library.tsx';
import { resumeEach, type Session, storedUploadsOf } from './stored-uploads.ts';
import { UnconvertedFile, unconvertedFiles } from './unconverted.tsx';
import { uploadsOf } from './uploads.ts';
import { PageView } from './view.tsx';

const loadDraw = () => import('../draw/index.tsx').then(({ Draw }) => Draw);
const Draw = lazy(loadDraw);
const LOAD_DRAW_AFTER_MS = 2_000;

const closeDraw = () => {
  drawnPage.value = undefined;
};

export function Pages({ binder }: { binder: BinderContext }) {
  const actions = useMemo(() => createPageActions(binder), [binder]);
  useEffect(() => () => deletionsOf(actions).last.peek()?.confirm(), [actions]);
  const state = actions.view.value;
  const { id: target, file } = binder.target.value;
  const ofFile = file && documentsOf(state?.pages ?? []).find(({ first }) => first.file_id === file);
  const id = target ?? (ofFile ? ofFile.id : undefined);
  useEffect(
    () => () => {
      if (drawnPage.peek() === id) drawnPage.value = undefined;
    },
    [id],
  );
  useEffect(() => {
    if (id === undefined || !binder.canWrite.peek()) return;
    const timer = setTimeout(() => void loadDraw().catch(() => undefined), LOAD_DRAW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id]);
  const isDrawing = id !== undefined && id === drawnPage.value;
  useLayoutEffect(() => (isDrawing ? closeOnBack(closeDraw) : undefined), [isDrawing]);
  if (!state) return <Skeleton />;
  const drawn = isDrawing && state.pages.find((page) => page.id === id);
  if (drawn) return <Draw binder={binder} page={drawn} close={closeDraw} />;
  const unshown =
    id === undefined && file !== undefined && unconvertedFiles(state).find((each) => each.id === file);
  if (unshown) return <UnconvertedFile binder={binder} actions={actions} file={unshown} />;
  return id === undefined ? (
    <Library binder={binder} actions={actions} state={state} />
  ) : (
    <PageView binder={binder} actions={actions} state={state} id={id} />
  );
}

export async function resumeUploads(session: Session): Promise<void> {
  const { client, me } = session;
  const store = storedUploadsOf(session);
  await resumeEach(store, async (left, isLate) => {
    const { key, binderId, file, message } = left;
    if (message) {
      const chat = await import('../chat/index.tsx');
      const uploads = chat.uploadsOf({ client, me, id: binderId });
      uploads.resumeStored(left, message, () => store.remove(key), isLate);
    } else {
      uploadsOf(session, binderId).resumeStored(left, () => toast(text.uploaded(file.name)), isLate);
      if (!isLate) toast(text.resumed(file.name));
    }
  });
}
