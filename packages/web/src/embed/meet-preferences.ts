import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import type { MeetContext } from '../meet/context.ts';
import { flag, group } from './options.ts';
import type { EmbedSession } from './session.ts';

/**
 * What a call says of a meet: camera and microphone, and who invites others. A page that hears `invite_meet` has a dialog of its own,
 * unless it says that ours is to be used.
 * @param detail what is told with it
 */
export function preferencesOf(
  session: EmbedSession,
  detail: () => JsonOptions,
): Pick<MeetContext, 'hasCamera' | 'hasMicrophone' | 'invite' | 'isInviteForHosts'> {
  const given = session.options.peek();
  const of = group(given, 'options');
  const dialogs = group(group(given, 'extension'), 'show_dialogs');
  const isLeft = session.hasCallback('invite_meet') && !flag(dialogs, 'meet_invite');
  return {
    hasCamera: !('video' in given) || flag(given, 'video'),
    hasMicrophone: !flag(of, 'MEET_WITHOUT_AUDIO'),
    invite: isLeft ? () => session.emit('invite_meet', detail()) : undefined,
    isInviteForHosts: flag(of, 'MEET_ATTENDEE_WITHOUT_INVITE'),
  };
}
