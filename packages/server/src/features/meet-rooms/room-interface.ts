import type { MediaSource, MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import type { EngineEvent, MeetEngine } from '@ringbinder/sfu';
import type { MemberRole, SenderRights } from '../../access/index.ts';
import type { LeasedRecording } from '../meet-recordings/index.ts';
import type { Lobby, LobbyServices } from './lobby.ts';
import type { Member, MemberConnection, Visitor } from './member.ts';
import type { SpokenPhrase } from './room-captions.ts';
import type { RoomRecording } from './room-recording.ts';
import type { FindStagedPage } from './room-stage.ts';

export const HEARTBEAT_MS = 25_000;
export const RESUME_WINDOW_MS = 20_000;

export interface RoomServices extends LobbyServices {
  engine: MeetEngine;
  engineKey: string;
  now(): number;
  iceServers(participantId: string): Extract<MeetServerFrame, { type: 'welcome' }>['ice_servers'];
  findRevokedLinks(linkIds: readonly string[]): Promise<readonly string[]>;
  linksFailed(message: string): void;
  findRoles(userIds: readonly string[]): Promise<ReadonlyMap<string, MemberRole>>;
  rolesFailed(message: string): void;
  /** Tells hosts who are not in the meet that a guest is waiting. */
  knock(): void;
  clearKnock(): void;
  /** Stores which members are in the meet. */
  storePresence(userIds: readonly string[]): void;
  setLocked(isLocked: boolean): Promise<void>;
  setCaptions(hasCaptions: boolean): Promise<void>;
  writeCaption(phrase: SpokenPhrase): Promise<void>;
  record(by: { userId: string }): Promise<LeasedRecording>;
  recordingFailed(message: string): void;
  findStagedPage: FindStagedPage;
  stageFailed(message: string): void;
  end(by: { userId: string }): Promise<void>;
  endFailed(message: string): void;
  onEmpty(isEmpty: boolean): void;
}

export interface RoomInfo {
  topic: string;
  binderId: string;
  startedTime: number;
  hostId: string;
  isLocked: boolean;
  hasCaptions: boolean;
  /** When one of the two leaves, the meet ends. */
  isCallOfTwo: boolean;
  /** The recording starts when the first member joins. */
  recordedBy: { userId: string } | null;
}

export interface Room {
  readonly info: RoomInfo;
  readonly members: ReadonlyMap<string, Member>;
  readonly lobby: Lobby;
  readonly recording: RoomRecording;
  /** Throws `AdmissionRefused` if the meet is full, or if a host denied or removed the guest. */
  enter(
    visitor: Visitor,
    connection: MemberConnection,
    by: { resume: string | undefined; hasRemoteControl: boolean; rights: SenderRights },
  ): ParticipantHandle;
  broadcast(frame: MeetServerFrame, except?: Member): void;
  notifyHosts(): void;
  announce(member: Member): void;
  mute(member: Member, source: MediaSource): void;
  remove(member: Member, reason: 'left' | 'lost' | 'removed'): void;
  makeHost(userId: string): void;
  setLocked(isLocked: boolean): Promise<void>;
  setCaptions(hasCaptions: boolean): Promise<void>;
  end(by: { userId: string }): Promise<void>;
  binderChanged(): void;
  accessChanged(): void;
  onEngineEvent(event: EngineEvent): void;
  engineChanged(isRunning: boolean): void;
  /** Resolves when the recording is written. Until then, the caller must pass on engine events. */
  close(finish: (connection: MemberConnection) => void): Promise<void>;
}

export interface ParticipantHandle {
  receive(frame: RoomFrame, proved?: SenderRights): void;
  setRights(rights: SenderRights): void;
  /** Also removes a disconnected member. */
  end(): void;
  lost(): void;
}

export type RoomFrame = Exclude<MeetClientFrame, { type: 'hello' | 'token' | 'ping' }>;
