import type { MediaSource, MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import type { MeetQuality, QualityLevel, ViewedPicture } from './types.ts';

export interface OutgoingSource {
  readonly source: MediaSource;
  track: MediaStreamTrack;
  isMuted: boolean;
  /** Resolves when the source is first sent; rejects if it never is. */
  readonly sent: PromiseWithResolvers<void>;
}

export interface IncomingSource {
  participantId: string;
  source: MediaSource;
  track: MediaStreamTrack;
}

/** Sends and receives media. All other parts of a meet use the channel. */
export interface MediaTransport {
  readonly incoming: readonly IncomingSource[];
  /** Called after each join: publishes everything again. Not called if `welcome` names LiveKit. */
  welcomed(frame: Extract<MeetServerFrame, { type: 'welcome' }>): void;
  /** Returns false for frames of other parts. */
  receive(frame: MeetServerFrame): boolean;
  publish(outgoing: OutgoingSource): Promise<void> | void;
  unpublish(source: MediaSource): void;
  muteChanged(outgoing: OutgoingSource): void;
  setView(pictures: readonly ViewedPicture[]): void;
  /** Handles the loss of the media connection on the server's side. It will be restored. */
  interrupted(): void;
  qualityOf(participantId: string): QualityLevel | undefined;
  measure(): Promise<MeetQuality>;
  close(): void;
}

export interface MediaOptions {
  outgoing: ReadonlyMap<MediaSource, OutgoingSource>;
  send(frame: MeetClientFrame): void;
  nextId(): number;
  onTracks(): void;
  /** Called when media is interrupted, as after a change of the network. */
  onInterrupted(): void;
  /** Reports the speaker and all levels, unless the server sends them on the channel. */
  onSpeakers(activeId: string | null, levels: ReadonlyMap<string, number>): void;
}
