import { unwrap } from '@ringbinder/client';
import { useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../../binder/context.ts';
import { nameOf } from '../../binder/page-name.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { createPageActions } from '../../pages/actions.ts';
import { PageThumbnail } from '../../pages/page-thumbnail.tsx';
import { meetingStaged as text } from '../../strings/messages/meeting-staged.ts';
import type { MeetSession } from '../session.ts';
import { listPages } from './list-pages.ts';

interface ChoosePageProps {
  binder: BinderContext;
  session: MeetSession;
  close: () => void;
}

const BOARD = { width: 1_600, height: 900 };

export function ChoosePage({ binder, session, close }: ChoosePageProps) {
  const [isBusy, setBusy] = useState(false);
  const actions = useRef(createPageActions(binder)).current;
  const [sought, setSought] = useState('');
  const { listed, isEmpty, canSearch } = listPages(binder.state.value?.pages ?? [], sought);
  const show = async (find: () => Promise<number>) => {
    if (isBusy) return;
    setBusy(true);
    const isPresented = await session.attempt(async (meet) => meet.setStage(await find()));
    setBusy(false);
    if (isPresented) close();
  };
  const makeBoard = async () => {
    const params = { path: { binder_id: binder.id } };
    const body = { type: 'whiteboard' as const, name: text.boardName, ...BOARD };
    return (await unwrap(binder.client.api.POST('/{binder_id}/pages', { params, body }))).page_id;
  };
  return (
    <Dialog title={text.title} close={close} wide>
      <div class="stack" aria-busy={isBusy}>
        <button type="button" class="button meet-choose-board" onClick={() => void show(makeBoard)}>
          <Glyph name="whiteboard" />
          {text.board}
        </button>
        {isEmpty && <p class="muted">{text.none}</p>}
        {canSearch && (
          <input
            dir="auto"
            type="search"
            class="meet-find"
            aria-label={text.find}
            placeholder={text.find}
            value={sought}
            onInput={({ currentTarget }) => setSought(currentTarget.value)}
          />
        )}
        {!isEmpty && (
          <p class="muted" role="status">
            {listed.length === 0 && text.noMatch}
          </p>
        )}
        {listed.length > 0 && (
          <ul class="meet-choose" aria-label={text.choose}>
            {listed.map((page) => (
              <li key={page.id}>
                <button type="button" onClick={() => void show(async () => page.id)}>
                  <PageThumbnail page={page} view="thumbnail_uri" actions={actions} alt="" />
                  <span>{nameOf(page)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <div class="choose">
          <button type="button" class="button compact" onClick={close}>
            {text.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
