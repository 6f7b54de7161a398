import type { MeetState } from '@ringbinder/client/meet';
import type { Message } from '@ringbinder/protocol';
import { useRef } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { isNarrow } from '../design/narrow.ts';
import { meeting as text } from '../strings/messages/meeting.ts';
import { BarButton } from './bar-button.tsx';
import { confirmation } from './confirm.tsx';
import type { MeetContext } from './context.ts';
import { deviceItems } from './device-menu.ts';
import type { DeviceKind } from './devices.ts';
import { MeetGlyph, offGlyph } from './glyphs.tsx';
import { toggle } from './keys.ts';
import { openMenu, positionAbove } from './menus.tsx';
import { canPresentPage, layoutItems, moreItems } from './more.tsx';
import { openDialog } from './open-dialog.ts';
import { Reactions } from './reactions.tsx';
import type { MeetSession } from './session.ts';

interface ControlsProps {
  context: MeetContext;
  session: MeetSession;
  state: MeetState;
  unread: number | undefined;
}

export function Controls({ context, session, state, unread }: ControlsProps) {
  const { bar } = text;
  const { screen, panel } = session;
  const isSharing = screen.stream.value !== undefined;
  const hasHand = state.self?.has_hand_raised ?? false;
  const { conversation, total_members } = context.binder?.state.value?.binder ?? {};
  const isCallOfTwo = conversation && total_members === 2 && state.participants.length === 2;
  const isPhone = isNarrow.value;
  const hand = (
    <BarButton
      glyph="hand"
      label={hasHand ? bar.lowerHand : bar.hand}
      isPressed={hasHand}
      onClick={() => session.raiseHand(!hasHand)}
    />
  );
  return (
    <div class="meet-bar" role="toolbar" aria-label={bar.label}>
      <div class="meet-bar-group">
        <DeviceButton session={session} kind="microphone" />
        <DeviceButton session={session} kind="camera" />
        {screen.canShare && !isPhone && (
          <BarButton
            glyph="share"
            label={isSharing ? bar.stopShare : bar.share}
            isPressed={isSharing}
            onClick={() => (isSharing ? screen.stop() : void screen.start())}
          />
        )}
        {!isPhone && canPresentPage(context) && (
          <BarButton
            glyph="page"
            label={bar.page}
            hasDialog
            onClick={() => {
              openDialog.value = 'page';
            }}
          />
        )}
        {hand}
        <Reactions session={session} />
        {!isPhone && (
          <BarButton
            glyph="layout"
            label={bar.layout}
            hasMenu
            onClick={(button) => openMenu(bar.layout, layoutItems(session), positionAbove(button, 6))}
          />
        )}
        <BarButton
          glyph="more"
          label={bar.more}
          hasMenu
          onClick={(button) => {
            const items = moreItems({ context, session, state, isPhone, button });
            openMenu(bar.more, items, positionAbove(button, items.length));
          }}
        />
        {/* Leaving a call of two people already ends it for everyone. */}
        <LeaveButton session={session} canEnd={state.role === 'host' && !isCallOfTwo} />
      </div>
      <div class="meet-bar-side">
        <BarButton
          glyph="people"
          label={bar.people}
          isExpanded={panel.value === 'people'}
          count={state.participants.length}
          alerts={state.waiting.length}
          onClick={() => toggle(session, 'people')}
        />
        {context.binder && (
          <BarButton
            glyph="chat"
            label={bar.chat}
            isExpanded={panel.value === 'chat'}
            count={unread}
            onClick={() => toggle(session, 'chat')}
          />
        )}
      </div>
    </div>
  );
}

export function useUnread(binder: BinderContext | undefined, isOpen: boolean): number | undefined {
  const seen = useRef<number>(undefined);
  const messages = binder?.state.value?.messages;
  if (!messages) return undefined;
  const newest = messages.at(-1)?.id ?? 0;
  seen.current = isOpen ? newest : (seen.current ?? newest);
  const last = seen.current;
  const isUnread = (message: Message) =>
    message.id > last && !message.is_feed && message.user.id !== binder.me.id;
  return messages.filter(isUnread).length || undefined;
}

function DeviceButton({ session, kind }: { session: MeetSession; kind: DeviceKind }) {
  const { bar } = text;
  const { isOn, isStarting, problem } = session.devices[kind].value;
  const isTalking = kind === 'microphone' && session.isTalking.value;
  const label = kind === 'microphone' ? bar.microphone : bar.camera;
  const hint =
    kind === 'microphone' ? (isOn ? bar.muteHint : bar.unmuteHint) : isOn ? bar.cameraOff : bar.cameraOn;
  const menuLabel = kind === 'microphone' ? bar.microphones : bar.cameras;
  return (
    <span class="meet-split" data-off={!isOn} data-problem={problem !== undefined} data-talking={isTalking}>
      <button
        type="button"
        class="meet-button"
        aria-pressed={isOn}
        aria-label={label}
        aria-busy={isStarting}
        title={problem ? text.problems[kind][problem] : hint}
        onClick={() => void session.turn(kind, !isOn)}
      >
        <MeetGlyph name={isOn ? kind : offGlyph[kind]} />
      </button>
      <button
        type="button"
        class="meet-split-menu"
        aria-haspopup="menu"
        aria-label={menuLabel}
        title={menuLabel}
        onClick={({ currentTarget }) => {
          const items = deviceItems(session.devices, kind);
          openMenu(menuLabel, items, positionAbove(currentTarget, items.length));
        }}
      >
        <MeetGlyph name="up" />
      </button>
    </span>
  );
}

function LeaveButton({ session, canEnd }: { session: MeetSession; canEnd: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const { bar } = text;
  const leave = () => session.leave();
  const choose = () => {
    if (!button.current) return;
    openMenu(
      bar.leaveMenu,
      [
        { label: bar.leave, act: leave },
        {
          label: bar.end,
          danger: true,
          act() {
            confirmation.value = { kind: 'end' };
          },
        },
      ],
      positionAbove(button.current, 2),
    );
  };
  return (
    <button
      type="button"
      class="meet-leave"
      ref={button}
      aria-haspopup={canEnd ? 'menu' : undefined}
      aria-label={canEnd ? bar.leaveMenu : bar.leave}
      title={canEnd ? bar.leaveMenu : bar.leave}
      onClick={canEnd ? choose : leave}
    >
      <MeetGlyph name="leave" />
    </button>
  );
}
