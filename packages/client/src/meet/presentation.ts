import type { MeetServerFrame } from '@ringbinder/protocol';
import type { MeetEvent, MeetState } from './types.ts';

type PresentationFrame = Extract<
  MeetServerFrame,
  {
    type:
      | 'stage'
      | 'stage_view'
      | 'control_requested'
      | 'control_denied'
      | 'controls'
      | 'remote'
      | 'captioned'
      | 'waiting';
  }
>;

export const statesOf = (frame: Extract<MeetServerFrame, { type: 'meet' | 'welcome' }>) => ({
  isLocked: frame.is_locked,
  isRecording: frame.is_recording,
  hasCaptions: frame.has_captions,
});

export function applyPresentation(
  frame: PresentationFrame,
  store: { readonly state: MeetState; change(part: Partial<MeetState>): void },
  events: { emit(event: MeetEvent): void },
): void {
  const { stage, controlRequests } = store.state;
  switch (frame.type) {
    case 'stage':
      store.change({ stage: frame.stage });
      break;
    case 'stage_view':
      if (stage) store.change({ stage: { ...stage, view: frame.view } });
      break;
    case 'control_requested': {
      const others = controlRequests.filter((each) => each !== frame.participant_id);
      store.change({ controlRequests: [...others, frame.participant_id] });
      break;
    }
    case 'control_denied':
      events.emit({ type: 'control_denied', presenterId: frame.participant_id });
      break;
    case 'controls':
      store.change({ controls: frame.controls });
      break;
    case 'waiting':
      store.change({ waiting: frame.guests });
      break;
    case 'captioned': {
      const { participant_id: participantId, text, language } = frame;
      events.emit({ type: 'caption', participantId, text, language });
      break;
    }
    case 'remote': {
      const { participant_id: participantId, presenter_id: presenterId, surface, input } = frame;
      events.emit({ type: 'remote', participantId, presenterId, surface, input });
    }
  }
}
