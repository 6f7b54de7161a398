import type { MediaSource, MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import type { MeetQuality, QualityLevel, ViewedPicture } from './types.ts';

/** One’s own source that is sent, whichever way. */
export interface OutgoingSource {
  readonly source: MediaSource;
  track: MediaStreamTrack;
  isMuted: boolean;
  /** Settled when it is sent for the first time, or is not sent any more. */
  readonly sent: PromiseWithResolvers<void>;
}

/** A source of another participant that is received. */
export interface IncomingSource {
  participantId: string;
  source: MediaSource;
  track: MediaStreamTrack;
}

/** How media gets to the others and comes from them. All else of a meet goes by its channel. */
export interface MediaTransport {
  readonly incoming: readonly IncomingSource[];
  /** One is in the meet, for the first time or again: everything is sent anew. Not called where `welcome` names LiveKit. */
  welcomed(frame: Extract<MeetServerFrame, { type: 'welcome' }>): void;
  /** Takes a frame. Gives whether it was meant for it. */
  receive(frame: MeetServerFrame): boolean;
  /** Sends a source from now on, or another track of it. */
  publish(outgoing: OutgoingSource): Promise<void> | void;
  unpublish(source: MediaSource): void;
  /** The source is muted, or no longer. */
  muteChanged(outgoing: OutgoingSource): void;
  /** What is shown, and how large. */
  setView(pictures: readonly ViewedPicture[]): void;
  /** What carried the media is gone, and comes again. */
  interrupted(): void;
  qualityOf(participantId: string): QualityLevel | undefined;
  measure(): Promise<MeetQuality>;
  close(): void;
}

/** What a transport is made of. */
export interface MediaOptions {
  outgoing: ReadonlyMap<MediaSource, OutgoingSource>;
  send(frame: MeetClientFrame): void;
  nextId(): number;
  /** Other tracks come in than before. */
  onTracks(): void;
  /** Nothing gets through any more: the network may be another one. */
  onInterrupted(): void;
  /** Who speaks, and how loud all are, where the server does not tell it on the channel. */
  onSpeakers(activeId: string | null, levels: ReadonlyMap<string, number>): void;
}
