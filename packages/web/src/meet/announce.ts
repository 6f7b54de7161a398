import type { MeetParticipant, MeetState } from '@ringbinder/client/meet';
import { playChime } from '../design/chime.ts';
import { meeting as text } from '../strings/messages/meeting.ts';
import { meetingCaptions as captionsText } from '../strings/messages/meeting-captions.ts';
import { namesOf } from '../strings/names.ts';

const sharesScreen = ({ sources }: MeetParticipant) => sources.some(({ source }) => source === 'screen');

export function announceChanges(
  before: MeetState | undefined,
  after: MeetState,
  announce: (sentence: string) => void,
): void {
  const sentences = changesBetween(before, after);
  if (sentences.length > 0) announce(sentences.join(' '));
  const isNewlyRecorded = after.isRecording && !before?.isRecording;
  const isWaitedFor = after.waiting.length > (before?.waiting.length ?? 0);
  if (isNewlyRecorded || isWaitedFor) playChime();
}

function changesBetween(before: MeetState | undefined, after: MeetState): string[] {
  const { says } = text;
  if (after.phase === 'reconnecting' && before?.phase === 'joined') return [says.lostConnection];
  if (after.phase !== 'joined') return [];
  if (before?.phase === 'reconnecting') return [says.back, ...recordingChange(before, after)];
  if (before?.phase !== 'joined') return after.isRecording ? [says.recording] : [];
  const earlier = new Map(before.participants.map((each) => [each.id, each]));
  const others = after.participants.filter(({ id }) => id !== after.self?.id);
  const now = new Set(after.participants.map(({ id }) => id));
  const came = others.filter(({ id }) => !earlier.has(id));
  const left = before.participants.filter(({ id }) => !now.has(id));
  const added = others.flatMap((each) => {
    const was = earlier.get(each.id);
    return was ? [[was, each] as const] : [];
  });
  return [
    ...(came.length > 0 ? [says.came(namesOf(came.map(({ name }) => name)))] : []),
    ...left.map(({ name }) => says.left(name)),
    ...added
      .filter(([was, is]) => !was.has_hand_raised && is.has_hand_raised)
      .map(([, { name }]) => says.handUp(name)),
    ...added
      .filter(([was, is]) => !sharesScreen(was) && sharesScreen(is))
      .map(([, { name }]) => says.shares(name)),
    ...added
      .filter(([was, is]) => sharesScreen(was) && !sharesScreen(is))
      .map(([, { name }]) => says.stopsSharing(name)),
    ...after.waiting
      .filter(({ id }) => !before.waiting.some((each) => each.id === id))
      .map(({ name }) => says.waiting(name)),
    ...(before.isLocked === after.isLocked ? [] : [after.isLocked ? says.locked : says.unlocked]),
    ...(before.role !== 'host' && after.role === 'host' ? [says.host] : []),
    ...(before.hasCaptions === after.hasCaptions
      ? []
      : [after.hasCaptions ? captionsText.turnedOn : captionsText.turnedOff]),
    ...recordingChange(before, after),
  ];
}

function recordingChange(before: MeetState, after: MeetState): string[] {
  if (before.isRecording === after.isRecording) return [];
  return [after.isRecording ? text.says.recording : text.says.notRecording];
}
