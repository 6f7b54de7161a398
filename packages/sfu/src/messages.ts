import type { MediaSource, VideoLayer } from '@ringbinder/protocol';

/** A device in a meet. The service assigns the ids, which are unique in it. */
export interface MeetParticipant {
  meet: string;
  participant: string;
}

export interface RequestedPicture {
  participant: string;
  source: MediaSource;
  layer: VideoLayer;
}

/** Service to engine. */
export type EngineCommand =
  | ({ type: 'join' } & MeetParticipant)
  | ({ type: 'leave' } & MeetParticipant)
  | ({ type: 'offer'; id: number; connection: string; source: MediaSource; sdp: string } & MeetParticipant)
  | ({ type: 'answer'; connection: string; revision: number; sdp: string } & MeetParticipant)
  | ({ type: 'unpublish'; connection: string } & MeetParticipant)
  | ({ type: 'restart' } & MeetParticipant)
  /** Pauses or resumes a source. `isForced`: somebody else decided, so the engine does not rely on the sender. */
  | ({ type: 'mute'; source: MediaSource; isMuted: boolean; isForced?: boolean } & MeetParticipant)
  | ({ type: 'view'; pictures: RequestedPicture[] } & MeetParticipant)
  | ({ type: 'changed' } & MeetParticipant)
  /** Records everything into an existing folder; `elapsedMs` is the time since the recording began, if it resumes. */
  | { type: 'record'; meet: string; folder: string; elapsedMs: number }
  /** The engine replies with `recorded` when the folder is complete. */
  | { type: 'stop_recording'; meet: string };

/** The source carried by a section of a viewer's connection. */
export interface OfferedTrack {
  mid: string;
  participant: string;
  source: MediaSource;
}

/** Engine to service. */
export type EngineEvent =
  | ({ type: 'answer'; id: number; connection: string; sdp: string } & MeetParticipant)
  /** An offer was rejected. The message is for the client. */
  | ({ type: 'refused'; id: number; message: string } & MeetParticipant)
  | ({
      type: 'offer';
      connection: string;
      revision: number;
      sdp: string;
      tracks: OfferedTrack[];
    } & MeetParticipant)
  /** The connection now carries other sources. */
  | ({ type: 'tracks'; connection: string; tracks: OfferedTrack[] } & MeetParticipant)
  | ({
      type: 'candidate';
      connection: string;
      candidate: string;
      mid: string;
      isRelayed: boolean;
    } & MeetParticipant)
  /** Address and token of the media server. The token is only needed to connect. */
  | ({ type: 'access'; url: string; room: string; token: string } & MeetParticipant)
  | ({ type: 'published'; source: MediaSource } & MeetParticipant)
  | ({ type: 'unpublished'; source: MediaSource } & MeetParticipant)
  | {
      type: 'speakers';
      meet: string;
      active: string | null;
      levels: { participant: string; level: number }[];
    }
  | { type: 'recorded'; meet: string }
  /** A file could not be written. The rest continues, unless `isOver`: then nothing of the meet is recorded. */
  | { type: 'recording_failed'; meet: string; message: string; isOver?: true };

/** Messages between the service and the engine's process. */
export type WorkerInput = { type: 'configure'; settings: TransportSettings } | EngineCommand;
export type WorkerOutput =
  | { type: 'ready'; port: number; relayedPort: number | undefined }
  | { type: 'measured'; report: EngineReport }
  | EngineEvent;

export interface EngineReport {
  meets: number;
  connections: number;
  packetsIn: number;
  packetsOut: number;
}

export interface TransportSettings {
  port: number;
  /** Port for clients behind a relay over TCP or TLS; 0 for a free one, undefined without such a relay. */
  relayedPort: number | undefined;
  /** Addresses announced to clients in addition to the machine's. */
  announced: string[];
  /** Listening address; empty for all. */
  bind: string;
}
