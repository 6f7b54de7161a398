import type { MeetState } from '@ringbinder/client/meet';
import type { MenuItem } from '../design/menu.tsx';
import { toastError } from '../design/toast.tsx';
import { isTouch } from '../design/touch.ts';
import { meeting as text } from '../strings/messages/meeting.ts';
import { meetingCaptions as captionsText } from '../strings/messages/meeting-captions.ts';
import { confirmation } from './confirm.tsx';
import type { MeetContext } from './context.ts';
import { deviceItems } from './device-menu.ts';
import { MeetGlyph } from './glyphs.tsx';
import { toggle } from './keys.ts';
import { copyGuestLink, copyLink } from './links.ts';
import { openMenu, positionAbove } from './menus.tsx';
import { openDialog } from './open-dialog.ts';
import { canPicture, togglePicture } from './picture.ts';
import { layouts, type MeetSession } from './session.ts';
import { sends } from './tile-layout.ts';

interface MoreProps {
  context: MeetContext;
  session: MeetSession;
  state: MeetState;
  isPhone: boolean;
  button: Element;
}

export function layoutItems(session: MeetSession): MenuItem[] {
  const isHidden = session.isSelfHidden.peek();
  return [
    { heading: text.layouts.heading },
    ...layouts.map((layout) => ({
      label: text.layouts[layout],
      kind: 'radio' as const,
      isChecked: session.layout.peek() === layout,
      act: () => session.setLayout(layout),
    })),
    { line: true },
    {
      label: text.layouts.hideSelf,
      kind: 'checkbox',
      isChecked: isHidden,
      act: () => session.hideSelf(!isHidden),
    },
  ];
}

export const canPresentPage = ({ binder }: MeetContext): boolean => binder?.canWrite.value ?? false;

function inviteItems(context: MeetContext, isHost: boolean): MenuItem[] {
  const { invite, isInviteForHosts, makeGuestLink } = context;
  const icon = <MeetGlyph name="link" />;
  if (invite) return isHost || !isInviteForHosts ? [{ label: text.more.invite, icon, act: invite }] : [];
  if (!isHost || !makeGuestLink) return [];
  return [{ label: text.more.guestLink, icon, act: () => void copyGuestLink(context) }];
}

function narrowItems({ context, session, button }: MoreProps): MenuItem[] {
  const { bar } = text;
  const { screen } = session;
  const isSharing = screen.stream.peek() !== undefined;
  return [
    ...layoutItems(session),
    { line: true },
    ...(['microphone', 'camera'] as const).map((kind) => {
      const label = bar[`${kind}s`];
      const icon = <MeetGlyph name={kind} />;
      const items = deviceItems(session.devices, kind);
      return { label, icon, act: () => openMenu(label, items, positionAbove(button, items.length)) };
    }),
    ...(screen.canShare
      ? [
          {
            label: isSharing ? bar.stopShare : bar.share,
            icon: <MeetGlyph name="share" />,
            act: () => (isSharing ? screen.stop() : void screen.start()),
          },
        ]
      : []),
    ...(canPresentPage(context)
      ? [
          {
            label: bar.page,
            icon: <MeetGlyph name="page" />,
            act() {
              openDialog.value = 'page';
            },
          },
        ]
      : []),
    { line: true },
  ];
}

export function moreItems(props: MoreProps): MenuItem[] {
  const { context, session, state, isPhone } = props;
  const { more } = text;
  const isHost = state.role === 'host';
  const full = document.querySelector('.meet');
  return [
    ...(isPhone ? narrowItems(props) : []),
    ...(isHost ? [...hostItems(context, session, state), { line: true } as const] : []),
    ...(context.link && (isHost || !context.isInviteForHosts)
      ? [
          {
            label: more.copyLink,
            icon: <MeetGlyph name="link" />,
            act: () => void copyLink(context.link ?? ''),
          },
        ]
      : []),
    ...inviteItems(context, isHost),
    ...(canPicture
      ? [{ label: more.pictureInPicture, icon: <MeetGlyph name="window" />, act: () => void togglePicture() }]
      : []),
    ...(document.fullscreenEnabled && full
      ? [{ label: more.fullscreen, icon: <MeetGlyph name="full" />, act: () => void toggleFullscreen(full) }]
      : []),
    ...(session.captions.isPossible.peek()
      ? [
          {
            label: captionsText.own,
            kind: 'checkbox' as const,
            isChecked: session.captions.isOn.peek(),
            act: () => session.captions.turn(!session.captions.isOn.peek()),
          },
        ]
      : []),
    { label: more.quality, icon: <MeetGlyph name="signal" />, act: () => toggle(session, 'quality') },
    ...(isTouch
      ? []
      : [
          {
            label: more.shortcuts,
            icon: <MeetGlyph name="keys" />,
            act() {
              openDialog.value = 'shortcuts';
            },
          },
        ]),
  ];
}

function hostItems(context: MeetContext, session: MeetSession, state: MeetState): MenuItem[] {
  const { more } = text;
  const record = state.isRecording
    ? { label: more.stopRecord, act: () => void session.host('stop_recording') }
    : {
        label: more.record,
        act() {
          confirmation.value = { kind: 'record' };
        },
      };
  return [
    ...(context.canRecord === false ? [] : [{ ...record, icon: <MeetGlyph name="record" /> }]),
    {
      label: state.hasCaptions ? captionsText.off : captionsText.on,
      icon: <MeetGlyph name="captions" />,
      act: () => void session.host(state.hasCaptions ? 'captions_off' : 'captions_on'),
    },
    {
      label: state.isLocked ? more.unlock : more.lock,
      icon: <MeetGlyph name="lock" />,
      act: () => void session.host(state.isLocked ? 'unlock' : 'lock'),
    },
    {
      label: more.muteAll,
      icon: <MeetGlyph name="microphoneOff" />,
      act: () => void muteAll(session, state),
    },
  ];
}

async function muteAll(session: MeetSession, { participants, self }: MeetState): Promise<void> {
  const others = participants.filter((each) => each.id !== self?.id && sends(each, 'microphone'));
  await Promise.all(others.map(({ id }) => session.host('mute', id)));
}

async function toggleFullscreen(element: Element): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await element.requestFullscreen();
  } catch {
    toastError(text.says.refused);
  }
}
