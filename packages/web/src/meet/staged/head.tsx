import type { MeetState } from '@ringbinder/client/meet';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../../binder/context.ts';
import { kindOf } from '../../binder/page-kind.ts';
import { nameOf } from '../../binder/page-name.ts';
import { meetingStaged as text } from '../../strings/messages/meeting-staged.ts';
import { MeetGlyph, type MeetGlyphName } from '../glyphs.tsx';
import { ControlButton } from '../remote/control-button.tsx';
import type { MeetSession } from '../session.ts';

interface StagedHeadProps {
  binder: BinderContext;
  session: MeetSession;
  state: MeetState;
  stage: NonNullable<MeetState['stage']>;
  page: PageWithoutAnnotations | undefined;
  canWrite: boolean;
  isPresenter: boolean;
  isController: boolean;
  isDrawing: boolean;
  setDrawing: (isDrawing: boolean) => void;
  /** Undefined for the presenter and for a participant in control. */
  following: { isFollowing: boolean; follow: () => void } | undefined;
}

export function StagedHead(props: StagedHeadProps) {
  const { binder, session, state, stage, page, canWrite, isPresenter, isController, following } = props;
  const presenter = state.participants.find(({ id }) => id === stage.presenter_id);
  const name = presenter?.name ?? '';
  const pages = (binder.state.value?.pages ?? []).filter((page) => kindOf(page).isStill);
  const index = pages.findIndex(({ id }) => id === stage.page_id);
  const put = (pageId: number | null) => void session.attempt((meet) => meet.setStage(pageId));
  const turn = (step: 1 | -1) => {
    const other = pages[index + step];
    return other && index >= 0 ? () => put(other.id) : undefined;
  };
  return (
    <div class="meet-staged-head" role="toolbar" aria-label={text.bar}>
      <span class="meet-staged-name">
        <strong>{page ? nameOf(page) : text.gone}</strong>
        <span>{isPresenter ? text.shownByYou : text.shownBy(name)}</span>
      </span>
      {(isPresenter || isController) && pages.length > 1 && (
        <>
          <HeadButton glyph="back" label={text.previous} act={turn(-1)} />
          <HeadButton glyph="next" label={text.next} act={turn(1)} />
        </>
      )}
      {following && (
        <button
          type="button"
          class="meet-staged-button"
          aria-pressed={following.isFollowing}
          onClick={following.follow}
        >
          <MeetGlyph name="people" />
          <span>{following.isFollowing ? text.following(name) : text.follow(name)}</span>
        </button>
      )}
      {canWrite && page && (
        <button
          type="button"
          class="meet-staged-button"
          aria-pressed={props.isDrawing}
          aria-label={text.draw}
          onClick={() => props.setDrawing(!props.isDrawing)}
        >
          <MeetGlyph name="pen" />
          <span>{text.draw}</span>
        </button>
      )}
      {!isPresenter && presenter && (
        <ControlButton session={session} state={state} presenter={presenter} className="meet-staged-button" />
      )}
      {!isPresenter && canWrite && page && (
        <button type="button" class="meet-staged-button" onClick={() => put(page.id)}>
          <span>{text.takeOver}</span>
        </button>
      )}
      {(isPresenter || state.role === 'host') && (
        <button type="button" class="meet-staged-button" data-danger="true" onClick={() => put(null)}>
          <MeetGlyph name="close" />
          <span>{text.stop}</span>
        </button>
      )}
    </div>
  );
}

interface HeadButtonProps {
  glyph: MeetGlyphName;
  label: string;
  act: (() => void) | undefined;
}

function HeadButton({ glyph, label, act }: HeadButtonProps) {
  return (
    <button
      type="button"
      class="meet-tool"
      aria-label={label}
      title={label}
      aria-disabled={act === undefined}
      onClick={() => act?.()}
    >
      <MeetGlyph name={glyph} />
    </button>
  );
}
