import type { MediaSource, VideoLayer } from '@ringbinder/protocol';

export interface MeetParticipant {
  meet: string;
  participant: string;
}

export interface RequestedPicture {
  participant: string;
  source: MediaSource;
  layer: VideoLayer;
}

export type EngineCommand =
  | ({ type: 'join' } & MeetParticipant)
  | ({ type: 'leave' } & MeetParticipant)
  | ({ type: 'offer'; id: number; connection: string; source: MediaSource; sdp: string } & MeetParticipant)
  | ({ type: 'answer'; connection: string; revision: number; sdp: string } & MeetParticipant)
  | ({ type: 'unpublish'; connection: string } & MeetParticipant)
  | ({ type: 'restart' } & MeetParticipant)
  /** If `isForced`, the engine drops the source's packets, even if the client sends more. */
  | ({ type: 'mute'; source: MediaSource; isMuted: boolean; isForced?: boolean } & MeetParticipant)
  | ({ type: 'view'; pictures: RequestedPicture[] } & MeetParticipant)
  | ({ type: 'changed' } & MeetParticipant)
  /** `folder` must exist. `elapsedMs` is the time since a resumed recording started. */
  | { type: 'record'; meet: string; folder: string; elapsedMs: number }
  /** The engine emits `recorded` when the files are complete. */
  | { type: 'stop_recording'; meet: string };

export interface OfferedTrack {
  mid: string;
  participant: string;
  source: MediaSource;
}

export type EngineEvent =
  | ({ type: 'answer'; id: number; connection: string; sdp: string } & MeetParticipant)
  | ({ type: 'refused'; id: number; message: string } & MeetParticipant)
  | ({
      type: 'offer';
      connection: string;
      revision: number;
      sdp: string;
      tracks: OfferedTrack[];
    } & MeetParticipant)
  | ({ type: 'tracks'; connection: string; tracks: OfferedTrack[] } & MeetParticipant)
  | ({
      type: 'candidate';
      connection: string;
      candidate: string;
      mid: string;
      isRelayed: boolean;
    } & MeetParticipant)
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
  | { type: 'recording_failed'; meet: string; message: string; isOver?: true };

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
  /** Port for clients that use TURN over TCP or TLS; 0 selects a free port. */
  relayedPort: number | undefined;
  /** Addresses to announce besides the addresses of the machine. */
  announced: string[];
  bind: string;
}
