import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import type { MeetContext } from '../meet/context.ts';
import { flag, group } from './options.ts';
import type { EmbedSession } from './session.ts';

export function preferencesOf(
  session: EmbedSession,
  detail: () => JsonOptions,
): Pick<MeetContext, 'hasCamera' | 'hasMicrophone' | 'invite' | 'isInviteForHosts'> {
  const callOptions = session.options.peek();
  const of = group(callOptions, 'options');
  const dialogs = group(group(callOptions, 'extension'), 'show_dialogs');
  const isLeft = session.hasCallback('invite_meet') && !flag(dialogs, 'meet_invite');
  return {
    hasCamera: !('video' in callOptions) || flag(callOptions, 'video'),
    hasMicrophone: !flag(of, 'MEET_WITHOUT_AUDIO'),
    invite: isLeft ? () => session.emit('invite_meet', detail()) : undefined,
    isInviteForHosts: flag(of, 'MEET_ATTENDEE_WITHOUT_INVITE'),
  };
}
