import type { MeetParticipant } from '@ringbinder/client/meet';
import type { MenuItem } from '../design/menu.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import { confirmation } from './confirm.tsx';
import { openMenu } from './menus.tsx';
import type { MeetSession } from './session.ts';
import { sends } from './tile-layout.ts';

export function personMenu(
  session: MeetSession,
  participant: MeetParticipant,
  at: { x: number; y: number },
): void {
  const { id, name, role } = participant;
  const act = (action: Parameters<MeetSession['host']>[0]) => () => void session.host(action, id);
  const items: MenuItem[] = [
    ...(sends(participant, 'microphone') ? [{ label: text.people.mute, act: act('mute') }] : []),
    ...(sends(participant, 'camera') ? [{ label: text.people.stopCamera, act: act('stop_camera') }] : []),
    ...(sends(participant, 'screen') ? [{ label: text.people.stopScreen, act: act('stop_screen') }] : []),
    ...(role === 'member'
      ? [
          {
            label: text.people.makeHost,
            act() {
              confirmation.value = { kind: 'makeHost', participantId: id, name };
            },
          },
        ]
      : []),
    {
      label: text.people.remove,
      danger: true,
      act() {
        confirmation.value = { kind: 'remove', participantId: id, name };
      },
    },
  ];
  openMenu(text.stage.actions(name), items, at);
}
