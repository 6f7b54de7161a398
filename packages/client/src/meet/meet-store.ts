import type { MediaSource, MeetRole, Participant } from '@ringbinder/protocol';
import { createListeners, type Listener, type ReportError } from '../listeners.ts';
import type { MeetParticipant, MeetState, QualityLevel } from './types.ts';

const SPEAKING = 0.25;

const streamNames = {
  camera: 'camera',
  screen: 'screen',
  microphone: 'audio',
  screen_audio: 'screenAudio',
} as const;

type Streams = { -readonly [K in keyof MeetParticipant['streams']]: MediaStream };

interface SourceTrack {
  source: MediaSource;
  track: MediaStreamTrack;
}

export interface StoreParts {
  sending(): readonly SourceTrack[];
  receiving(): readonly (SourceTrack & { participantId: string })[];
  qualityOf(participantId: string): QualityLevel | undefined;
  report: ReportError;
}

export function createMeetStore(role: MeetRole, parts: StoreParts) {
  const states = createListeners<MeetState>(parts.report);
  const byId = new Map<string, Participant>();
  const levels = new Map<string, number>();
  const streams = new Map<string, { track: MediaStreamTrack; stream: MediaStream }>();
  let state: MeetState = {
    phase: 'connecting',
    topic: '',
    binderId: '',
    role,
    isLocked: false,
    isRecording: false,
    hasCaptions: false,
    startedTime: 0,
    participants: [],
    activeSpeakerId: null,
    waiting: [],
    stage: null,
    controls: [],
    controlRequests: [],
  };

  function present(participant: Participant): MeetParticipant {
    const level = levels.get(participant.id) ?? 0;
    const quality = parts.qualityOf(participant.id);
    return {
      ...participant,
      streams: streamsOf(participant),
      level,
      isSpeaking: level >= SPEAKING,
      ...(quality === undefined ? {} : { quality }),
    };
  }

  function streamsOf({ id }: Participant): Streams {
    const own =
      id === store.selfId
        ? parts.sending()
        : parts.receiving().filter(({ participantId }) => participantId === id);
    const result: Streams = {};
    for (const { source, track } of own) {
      const key = `${id} ${source}`;
      let stored = streams.get(key);
      if (stored?.track !== track) {
        stored = { track, stream: new MediaStream([track]) };
        streams.set(key, stored);
      }
      result[streamNames[source]] = stored.stream;
    }
    return result;
  }

  const store = {
    byId,
    levels,
    selfId: undefined as string | undefined,
    get state() {
      return state;
    },
    onState: (listener: Listener<MeetState>) => states.add(listener),
    change(part: Partial<MeetState>): void {
      const participants = [...byId.values()].map(present);
      const self = participants.find(({ id }) => id === store.selfId);
      state = { ...state, ...part, participants, ...(self ? { self } : {}) };
      states.emit(state);
    },
    forget(participantId: string): void {
      byId.delete(participantId);
      levels.delete(participantId);
      for (const key of streams.keys()) if (key.startsWith(`${participantId} `)) streams.delete(key);
      store.change({ controlRequests: state.controlRequests.filter((id) => id !== participantId) });
    },
  };
  return store;
}
