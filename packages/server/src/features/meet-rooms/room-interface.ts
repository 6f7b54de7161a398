import type { MediaSource, MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import type { EngineEvent, MeetEngine } from '@ringbinder/sfu';
import type { MemberRole, SenderRights } from '../../access/index.ts';
import type { HeldRecording } from '../meet-recordings/index.ts';
import type { Lobby, LobbyServices } from './lobby.ts';
import type { Member, MemberConnection, Visitor } from './member.ts';
import type { SpokenPhrase } from './room-captions.ts';
import type { RoomRecording } from './room-recording.ts';
import type { FindStagedPage } from './room-stage.ts';

/** How often a connection is looked after. */
export const HEARTBEAT_MS = 25_000;
/** How long somebody whose connection is lost is still shown, and comes back as who he was. */
export const LOST_MS = 20_000;

export interface RoomServices extends LobbyServices {
  engine: MeetEngine;
  /** The meet's name in the engine. */
  engineKey: string;
  now(): number;
  iceServers(participantId: string): Extract<MeetServerFrame, { type: 'welcome' }>['ice_servers'];
  /** Which of some guest links were revoked. */
  findRevokedLinks(linkIds: readonly string[]): Promise<readonly string[]>;
  linksFailed(message: string): void;
  /** What some people are in the binder at this moment, by their ids; nothing of those who are no members. */
  findRoles(userIds: readonly string[]): Promise<ReadonlyMap<string, MemberRole>>;
  rolesFailed(message: string): void;
  setLocked(isLocked: boolean): Promise<void>;
  setCaptions(hasCaptions: boolean): Promise<void>;
  writeCaption(phrase: SpokenPhrase): Promise<void>;
  record(by: { userId: string }): Promise<HeldRecording>;
  recordingFailed(message: string): void;
  findStagedPage: FindStagedPage;
  stageFailed(message: string): void;
  end(by: { userId: string }): Promise<void>;
  /** Nobody is in it any more, or somebody is again. */
  onEmpty(isEmpty: boolean): void;
}

/** What is told of a meet to those who come in. */
export interface RoomInfo {
  topic: string;
  binderId: string;
  startedTime: number;
  /** Who scheduled or started it. */
  hostId: string;
  isLocked: boolean;
  hasCaptions: boolean;
  /** As whom it is recorded from the first who joins on; null when it is not. */
  recordedBy: { userId: string } | null;
}

/** A meet that people are in. It lives in one process. */
export interface Room {
  readonly info: RoomInfo;
  readonly members: ReadonlyMap<string, Member>;
  readonly lobby: Lobby;
  readonly recording: RoomRecording;
  /**
   * Lets somebody in, or makes him wait. Throws forbidden where the meet is locked, and NoPlace.
   * @returns what to do with his frames, and when his connection is lost
   */
  enter(
    visitor: Visitor,
    connection: MemberConnection,
    by: { resume: string | undefined; hasRemoteControl: boolean; rights: SenderRights },
  ): Seat;
  broadcast(frame: MeetServerFrame, except?: Member): void;
  tellHosts(): void;
  announce(member: Member): void;
  mute(member: Member, source: MediaSource): void;
  remove(member: Member, reason: 'left' | 'lost' | 'removed'): void;
  makeHost(userId: string): void;
  setLocked(isLocked: boolean): Promise<void>;
  setCaptions(hasCaptions: boolean): Promise<void>;
  end(by: { userId: string }): Promise<void>;
  /** What is told by the binder's log: the page on the stage may be another one, or gone, and links of guests revoked. */
  binderChanged(): void;
  /** Somebody may have another role in the binder, or none, or be disabled. */
  accessChanged(): void;
  heard(event: EngineEvent): void;
  /** The engine has started anew, or has died. */
  engineChanged(isRunning: boolean): void;
  /**
   * It is over here for all, whose connections are ended by `finish`. Resolves when what was recorded is written, of which the
   * engine still tells.
   */
  close(finish: (connection: MemberConnection) => void): Promise<void>;
}

/** One's place in a room: at first perhaps in its lobby. */
export interface Seat {
  /** @param proved what the sender may do, where that was read for this frame */
  receive(frame: RoomFrame, proved?: SenderRights): void;
  /** The sender goes on with another token. */
  setRights(rights: SenderRights): void;
  /** The sender may no longer be in it: its place is given up at once, also when the connection was lost before. */
  end(): void;
  lost(): void;
}

/** What a member may say, once it is known who he is. */
export type RoomFrame = Exclude<MeetClientFrame, { type: 'hello' | 'token' | 'ping' }>;
