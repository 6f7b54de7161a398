import type { MediaSource, MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import type { MeetQuality, QualityLevel, ViewedPicture } from './types.ts';

/** A local source being sent, by either transport. */
export interface OutgoingSource {
  readonly source: MediaSource;
  track: MediaStreamTrack;
  isMuted: boolean;
  /** Settles when the source is first sent, or is no longer sent. */
  readonly sent: PromiseWithResolvers<void>;
}

/** A source received from another participant. */
export interface IncomingSource {
  participantId: string;
  source: MediaSource;
  track: MediaStreamTrack;
}

/** Transports media to and from the others. Everything else of a meet uses the channel. */
export interface MediaTransport {
  readonly incoming: readonly IncomingSource[];
  /** Joined or rejoined: publish everything again. Not called if `welcome` names LiveKit. */
  welcomed(frame: Extract<MeetServerFrame, { type: 'welcome' }>): void;
  /** Handles a frame. Returns whether it was for this transport. */
  receive(frame: MeetServerFrame): boolean;
  /** Publishes a source, or replaces its track. */
  publish(outgoing: OutgoingSource): Promise<void> | void;
  unpublish(source: MediaSource): void;
  muteChanged(outgoing: OutgoingSource): void;
  /** Sets the visible pictures and their sizes. */
  setView(pictures: readonly ViewedPicture[]): void;
  /** The media connection was lost and will return. */
  interrupted(): void;
  qualityOf(participantId: string): QualityLevel | undefined;
  measure(): Promise<MeetQuality>;
  close(): void;
}

export interface MediaOptions {
  outgoing: ReadonlyMap<MediaSource, OutgoingSource>;
  send(frame: MeetClientFrame): void;
  nextId(): number;
  /** The received tracks changed. */
  onTracks(): void;
  /** Media is interrupted; the network may have changed. */
  onInterrupted(): void;
  /** Reports the speaker and all levels, if the server does not do so on the channel. */
  onSpeakers(activeId: string | null, levels: ReadonlyMap<string, number>): void;
}
