import type { MediaSource, VideoLayer } from '@ringbinder/protocol';

/** A device in a meet. Ids are of the service's making, and unique in it. */
export interface MeetParticipant {
  meet: string;
  participant: string;
}

/** What a participant wants to see. */
export interface WantedPicture {
  participant: string;
  source: MediaSource;
  layer: VideoLayer;
}

/** What an engine is told to do. */
export type EngineCommand =
  | ({ type: 'join' } & MeetParticipant)
  | ({ type: 'leave' } & MeetParticipant)
  | ({ type: 'offer'; id: number; connection: string; source: MediaSource; sdp: string } & MeetParticipant)
  | ({ type: 'answer'; connection: string; revision: number; sdp: string } & MeetParticipant)
  | ({ type: 'unpublish'; connection: string } & MeetParticipant)
  | ({ type: 'restart' } & MeetParticipant)
  /** Forwards nothing of a source, or forwards it again. `isForced`: somebody else wants it, so the sender is not asked. */
  | ({ type: 'mute'; source: MediaSource; isMuted: boolean; isForced?: boolean } & MeetParticipant)
  | ({ type: 'view'; pictures: WantedPicture[] } & MeetParticipant)
  | ({ type: 'changed' } & MeetParticipant)
  /** Writes everything into a folder that is there, from now on or again: `elapsedMs` after it began. */
  | { type: 'record'; meet: string; folder: string; elapsedMs: number }
  /** Answered by `recorded` when all is in the folder. */
  | { type: 'stop_recording'; meet: string };

/** Which section of a viewer's connection carries what. */
export interface OfferedTrack {
  mid: string;
  participant: string;
  source: MediaSource;
}

/** What an engine tells. */
export type EngineEvent =
  | ({ type: 'answer'; id: number; connection: string; sdp: string } & MeetParticipant)
  /** An offer was not taken. The message is for the client. */
  | ({ type: 'refused'; id: number; message: string } & MeetParticipant)
  | ({
      type: 'offer';
      connection: string;
      revision: number;
      sdp: string;
      tracks: OfferedTrack[];
    } & MeetParticipant)
  /** The same connection carries other sources from now on. */
  | ({ type: 'tracks'; connection: string; tracks: OfferedTrack[] } & MeetParticipant)
  | ({
      type: 'candidate';
      connection: string;
      candidate: string;
      mid: string;
      isRelayed: boolean;
    } & MeetParticipant)
  /** How to reach the media server that carries the media, for as long as the token is good to come in with. */
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
  /** Something could not be written. The rest goes on, unless nothing of the meet is recorded: then `isOver`. */
  | { type: 'recording_failed'; meet: string; message: string; isOver?: true };

/** What the service and the process of the engine say to each other beside. */
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

/** How clients reach an engine. */
export interface TransportSettings {
  port: number;
  /** The port for those who come by a relay over TCP or TLS; 0 for a free one, undefined where there is no such relay. */
  relayedPort: number | undefined;
  /** Addresses that clients are told beside those that the machine has. */
  announced: string[];
  /** The address to listen at; empty for all. */
  bind: string;
}
