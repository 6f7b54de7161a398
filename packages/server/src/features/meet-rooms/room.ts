import type { MediaSource, MeetServerFrame } from '@ringbinder/protocol';
import type { EngineEvent } from '@ringbinder/sfu';
import { readEmoji } from '../../emoji.ts';
import { because, forbidden } from '../../errors.ts';
import { commandOf, frameOf, isForEngine } from './engine-frames.ts';
import { createGuestLinks, type GuestLinks } from './guest-links.ts';
import { performHostAction } from './host-actions.ts';
import { createLobby, type Lobby } from './lobby.ts';
import {
  findReturning,
  type Member,
  type MemberConnection,
  newMember,
  presentMember,
  requireCapacity,
  type Visitor,
} from './member.ts';
import { meetMoves } from './nodes.ts';
import { lobbyHandle, memberHandle } from './participant-handles.ts';
import { createPresentation, type Presentation } from './presentation.ts';
import type { ParticipantHandle, Room, RoomFrame, RoomInfo, RoomServices } from './room-interface.ts';
import { HEARTBEAT_MS } from './room-interface.ts';
import { createRoomRecording, type RoomRecording } from './room-recording.ts';
import { createRoomRoles, type RoomRoles } from './room-roles.ts';

type EnterRights = Pick<Member, 'hasRemoteControl' | 'rights'>;

export function openRoom(info: RoomInfo, services: RoomServices): Room {
  return new MeetRoom(info, services);
}

class MeetRoom implements Room {
  readonly info: RoomInfo;
  readonly members = new Map<string, Member>();
  readonly lobby: Lobby;
  readonly recording: RoomRecording;
  readonly #services: RoomServices;
  readonly #presentation: Presentation;
  readonly #guestLinks: GuestLinks;
  readonly #roles: RoomRoles;
  #isOver = false;

  constructor(info: RoomInfo, services: RoomServices) {
    const { members } = this;
    const { engine, engineKey, now, record } = services;
    const remove = this.remove.bind(this);
    this.info = info;
    this.#services = services;
    this.lobby = createLobby(services);
    this.recording = createRoomRecording({
      engine,
      engineKey,
      now,
      begin: record,
      onChange: () => this.#announceState(),
    });
    this.#presentation = createPresentation({
      ...services,
      members,
      broadcast: this.broadcast.bind(this),
      hasCaptions: () => info.hasCaptions,
    });
    this.#guestLinks = createGuestLinks({
      ...services,
      members,
      lobby: this.lobby,
      remove,
      notifyHosts: () => this.notifyHosts(),
    });
    this.#roles = createRoomRoles({
      ...services,
      members,
      remove,
      announce: (member) => this.announce(member),
      hostId: info.hostId,
      waiting: this.lobby.waiting,
    });
  }

  enter(visitor: Visitor, connection: MemberConnection, by: Parameters<Room['enter']>[2]): ParticipantHandle {
    // The room may have closed after the caller was admitted.
    if (this.#isOver) throw meetMoves(1);
    if (visitor.kind === 'guest') this.lobby.requireNotRefused(visitor.guestId);
    const returning = findReturning(this.members.values(), visitor, by.resume);
    const seat = returning
      ? this.#return(returning, connection, by)
      : this.#enterAnew(visitor, connection, by);
    if (visitor.kind === 'guest') this.#guestLinks.check();
    return seat;
  }

  broadcast(frame: MeetServerFrame, except?: Member): void {
    for (const member of this.members.values()) if (member !== except) member.connection?.send(frame);
  }

  notifyHosts(): void {
    const guests = this.lobby.waiting();
    for (const member of this.members.values())
      if (member.role === 'host') member.connection?.send({ type: 'waiting', guests });
  }

  announce(member: Member): void {
    this.broadcast({ type: 'participant', participant: presentMember(member) });
  }

  mute(member: Member, source: MediaSource): void {
    this.#setMuted(member, source, true, true);
  }

  remove(member: Member, reason: 'left' | 'lost' | 'removed'): void {
    if (!this.members.delete(member.id)) return;
    clearTimeout(member.lostTimer);
    this.#services.engine.send({ type: 'leave', ...this.#placeOf(member) });
    this.#presentation.memberLeft(member);
    this.broadcast({ type: 'left', participant_id: member.id, reason });
    this.#storePresence();
    if (this.members.size === 0) this.#services.onEmpty(true);
    else if (reason === 'left') this.#endCallAfter(member);
  }

  /** Not after a lost connection, because that person may come back. Guests make a call a meeting of more. */
  #endCallAfter({ visitor }: Member): void {
    if (!this.info.isCallOfTwo || visitor.kind === 'guest') return;
    const continues = ({ visitor: other, connection }: Member) =>
      other.kind === 'guest' || (other.userId === visitor.userId && connection !== undefined);
    if ([...this.members.values()].some(continues)) return;
    const others = this.#userIds();
    others.delete(visitor.userId);
    if (others.size !== 1) return;
    this.end(visitor).catch((error) => this.#services.endFailed(String(error)));
  }

  makeHost(userId: string): void {
    this.#roles.makeHost(userId);
  }

  async setLocked(isLocked: boolean): Promise<void> {
    await this.#services.setLocked(isLocked);
    this.info.isLocked = isLocked;
    this.#announceState();
  }

  async setCaptions(hasCaptions: boolean): Promise<void> {
    await this.#services.setCaptions(hasCaptions);
    this.info.hasCaptions = hasCaptions;
    this.#announceState();
  }

  end(by: { userId: string }): Promise<void> {
    return this.#services.end(by);
  }

  binderChanged(): void {
    this.#presentation.binderChanged();
    this.#guestLinks.check();
  }

  accessChanged(): void {
    this.#roles.check();
    this.#guestLinks.check();
  }

  onEngineEvent(event: EngineEvent): void {
    switch (event.type) {
      case 'speakers': {
        const levels = event.levels.map(({ participant, level }) => ({ participant_id: participant, level }));
        this.broadcast({ type: 'speakers', active_id: event.active, levels });
        return;
      }
      case 'recorded':
        this.recording.written();
        return;
      case 'recording_failed':
        this.#services.recordingFailed(event.message);
        if (event.isOver) void this.#closeRecording();
        return;
    }
    const member = this.members.get(event.participant);
    if (member === undefined) return;
    switch (event.type) {
      case 'published':
        member.published.add(event.source);
        this.announce(member);
        if (event.source === 'screen') this.recording.mark('shared', member.visitor.name);
        return;
      case 'unpublished':
        if (member.published.delete(event.source)) this.announce(member);
        if (event.source === 'screen') this.#presentation.screenEnded(member);
        return;
      default:
        member.connection?.send(frameOf(event));
    }
  }

  engineChanged(isRunning: boolean): void {
    for (const member of this.members.values()) member.published.clear();
    if (!isRunning) {
      this.broadcast({ type: 'interrupted' });
      return;
    }
    this.recording.engineStarted();
    for (const member of this.members.values()) this.#welcome(member);
  }

  close(finish: (connection: MemberConnection) => void): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    this.#isOver = true;
    this.#presentation.close();
    const written = this.#closeRecording();
    for (const member of this.members.values()) {
      clearTimeout(member.lostTimer);
      this.#services.engine.send({ type: 'leave', ...this.#placeOf(member) });
      if (member.connection) finish(member.connection);
    }
    this.members.clear();
    this.lobby.close(finish);
    return written;
  }

  #placeOf({ id }: Member) {
    return { meet: this.#services.engineKey, participant: id };
  }

  #stateFields() {
    return {
      is_locked: this.info.isLocked,
      is_recording: this.recording.isOn,
      has_captions: this.info.hasCaptions,
    };
  }

  #announceState(): void {
    this.broadcast({ type: 'meet', ...this.#stateFields() });
  }

  #return(
    member: Member,
    connection: MemberConnection,
    { hasRemoteControl, rights }: EnterRights,
  ): ParticipantHandle {
    member.hasRemoteControl = hasRemoteControl;
    clearTimeout(member.lostTimer);
    const before = member.connection;
    member.connection = connection;
    before?.end('joined_elsewhere', 'you joined again from this device');
    this.#roles.setRights(member, rights);
    this.#welcome(member);
    return this.#seatOf(member, connection);
  }

  #enterAnew(visitor: Visitor, connection: MemberConnection, by: EnterRights): ParticipantHandle {
    if (this.info.isLocked && this.#roles.roleOf(visitor, by.rights) !== 'host')
      throw forbidden(because('meet_locked'));
    const join = () => this.#seatOf(this.#join(visitor, connection, by), connection);
    if (visitor.kind === 'person' || this.lobby.wasAdmitted(visitor.guestId)) return join();
    const waiting = lobbyHandle(this.lobby, visitor, connection, {
      letIn: join,
      onLobbyChange: () => this.notifyHosts(),
    });
    connection.send({ type: 'lobby', topic: this.info.topic, name: visitor.name });
    this.notifyHosts();
    const hosts = [...this.members.values()].filter(({ role }) => role === 'host');
    if (!hosts.some((host) => host.connection)) this.#services.knock();
    return waiting;
  }

  #join(visitor: Visitor, connection: MemberConnection, { hasRemoteControl, rights }: EnterRights): Member {
    const { members } = this;
    requireCapacity(members, visitor, (lost) => this.remove(lost, 'lost'));
    const role = this.#roles.roleOf(visitor, rights);
    const member = newMember({ visitor, connection, role, hasRemoteControl, rights }, this.#services.now());
    members.set(member.id, member);
    if (members.size === 1) this.#services.onEmpty(false);
    this.#welcome(member);
    this.recording.mark('joined', visitor.name);
    this.#storePresence();
    this.broadcast({ type: 'participant', participant: presentMember(member) }, member);
    return member;
  }

  #storePresence(): void {
    this.#services.storePresence([...this.#userIds()]);
  }

  #userIds(): Set<string> {
    const visitors = [...this.members.values()].map(({ visitor }) => visitor);
    return new Set(visitors.flatMap((visitor) => (visitor.kind === 'person' ? [visitor.userId] : [])));
  }

  #seatOf(member: Member, connection: MemberConnection): ParticipantHandle {
    return memberHandle(member, connection, {
      members: this.members,
      receive: (by, frame) => this.#receive(by, frame),
      remove: (by, reason) => this.remove(by, reason),
      setRights: this.#roles.setRights,
    });
  }

  /** Joining resets the member's state in the engine, and makes the client offer all its sources again. */
  #welcome(member: Member): void {
    const { engine, iceServers } = this.#services;
    if (!engine.isRunning || member.connection === undefined) return;
    this.#beginPlannedRecording();
    engine.send({ type: 'join', ...this.#placeOf(member) });
    for (const source of member.muted) this.#sendMute(member, source);
    member.connection.send({
      type: 'welcome',
      participant_id: member.id,
      resume: member.resume,
      role: member.role,
      topic: this.info.topic,
      binder_id: this.info.binderId,
      ...this.#stateFields(),
      started_time: this.info.startedTime,
      engine: engine.kind,
      ice_servers: iceServers(member.id),
      participants: [...this.members.values()].map(presentMember),
      ...this.#presentation.presentTo(member),
      heartbeat_ms: HEARTBEAT_MS,
    });
    if (member.role !== 'host') return;
    member.connection.send({ type: 'waiting', guests: this.lobby.waiting() });
    this.#services.clearKnock();
  }

  /** Only once, because a host may have stopped the recording since. */
  #beginPlannedRecording(): void {
    const by = this.info.recordedBy;
    this.info.recordedBy = null;
    if (by) this.recording.start(by).catch((error) => this.#services.recordingFailed(String(error)));
  }

  #closeRecording(): Promise<void> {
    return this.recording.close().catch((error) => this.#services.recordingFailed(String(error)));
  }

  #receive(member: Member, frame: RoomFrame): void {
    if (isForEngine(frame)) {
      this.#services.engine.send(commandOf(frame, this.#placeOf(member)));
      return;
    }
    if (this.#presentation.isFor(frame)) {
      void this.#presentation.receive(member, frame);
      return;
    }
    switch (frame.type) {
      case 'candidate':
        return;
      case 'mute':
        this.#setMuted(member, frame.source, frame.is_muted);
        return;
      case 'hand':
        if (member.hasHandRaised === frame.is_raised) return;
        member.hasHandRaised = frame.is_raised;
        this.announce(member);
        return;
      case 'reaction':
        this.broadcast({ type: 'reacted', participant_id: member.id, emoji: readEmoji(frame.emoji) });
        return;
      case 'host':
        void performHostAction(this, member, frame);
        return;
      case 'leave':
        this.remove(member, 'left');
        return;
      default:
        frame satisfies never;
    }
  }

  #setMuted(member: Member, source: MediaSource, isMuted: boolean, isForced = false): void {
    const isAsBefore = member.muted.has(source) === isMuted && (!isForced || member.mutedByHost.has(source));
    if (isAsBefore) return;
    if (isMuted) member.muted.add(source);
    else member.muted.delete(source);
    if (isForced) member.mutedByHost.add(source);
    else if (!isMuted) member.mutedByHost.delete(source);
    this.#sendMute(member, source);
    if (member.published.has(source)) this.announce(member);
  }

  #sendMute(member: Member, source: MediaSource): void {
    const [isMuted, isForced] = [member.muted.has(source), member.mutedByHost.has(source)];
    this.#services.engine.send({ type: 'mute', ...this.#placeOf(member), source, isMuted, isForced });
  }
}
