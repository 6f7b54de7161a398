import { meet as text } from '../strings/en/meet.ts';
import type { MeetSession } from './session.ts';

/** Tells a screen reader who speaks now. */
export function announceSpeaker({ state, say }: MeetSession): void {
  const { participants = [], self } = state.peek() ?? {};
  const speaking = participants.filter(({ id, isSpeaking }) => isSpeaking && id !== self?.id);
  const names = speaking.map(({ name }) => name).join(', ');
  say(names === '' ? text.says.nobodySpeaks : text.says.speaks(names));
}
