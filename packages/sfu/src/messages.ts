import type { MediaSource, VideoLayer } from '@ringbinder/protocol';

/** A device in a meet. The service assigns the ids; a participant's id is unique in the meet. */
export interface MeetParticipant {
  meet: string;
  participant: string;
}

export interface RequestedPicture {
  participant: string;
  source: MediaSource;
  layer: VideoLayer;
}

/** Commands from the service to the engine. */
export type EngineCommand =
  | ({ type: 'join' } & MeetParticipant)
  | ({ type: 'leave' } & MeetParticipant)
  | ({ type: 'offer'; id: number; connection: string; source: MediaSource; sdp: string } & MeetParticipant)
  | ({ type: 'answer'; connection: string; revision: number; sdp: string } & MeetParticipant)
  | ({ type: 'unpublish'; connection: string } & MeetParticipant)
  | ({ type: 'restart' } & MeetParticipant)
  /** Mutes or unmutes a source. With `isForced` a host decided, so the engine must not rely on the sender. */
  | ({ type: 'mute'; source: MediaSource; isMuted: boolean; isForced?: boolean } & MeetParticipant)
  | ({ type: 'view'; pictures: RequestedPicture[] } & MeetParticipant)
  | ({ type: 'changed' } & MeetParticipant)
  /**
   * Records all sources into an existing folder. `elapsedMs` is the time since the start of a recording that resumes.
   */
  | { type: 'record'; meet: string; folder: string; elapsedMs: number }
  /** The engine emits `recorded` when the folder is complete. */
  | { type: 'stop_recording'; meet: string };

/** The source that a media section of a viewer's connection carries. */
export interface OfferedTrack {
  mid: string;
  participant: string;
  source: MediaSource;
}

/** Events from the engine to the service. */
export type EngineEvent =
  | ({ type: 'answer'; id: number; connection: string; sdp: string } & MeetParticipant)
  /** The engine rejected an offer. The message is for the client. */
  | ({ type: 'refused'; id: number; message: string } & MeetParticipant)
  | ({
      type: 'offer';
      connection: string;
      revision: number;
      sdp: string;
      tracks: OfferedTrack[];
    } & MeetParticipant)
  /** Media sections of the connection now carry other sources. */
  | ({ type: 'tracks'; connection: string; tracks: OfferedTrack[] } & MeetParticipant)
  | ({
      type: 'candidate';
      connection: string;
      candidate: string;
      mid: string;
      isRelayed: boolean;
    } & MeetParticipant)
  /** Address and token of the media server. The token is needed only to connect. */
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
  /** A file could not be written. The other files continue, unless `isOver`: then the meet is no longer recorded. */
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
  /** Port for clients behind a relay over TCP or TLS; 0 selects a free one. Undefined if there is no such relay. */
  relayedPort: number | undefined;
  /** Addresses announced to clients in addition to the machine's. */
  announced: string[];
  /** Address to listen on; empty for all. */
  bind: string;
}
