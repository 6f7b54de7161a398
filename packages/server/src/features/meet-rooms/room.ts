import type { MediaSource, MeetServerFrame } from '@ringbinder/protocol';
import { forbidden } from '../../errors.ts';
import { readEmoji } from '../messages/index.ts';
import { commandOf, frameOf, isForEngine } from './engine-frames.ts';
import { createGuestLinks } from './guest-links.ts';
import { performHostAction } from './host-actions.ts';
import { createLobby } from './lobby.ts';
import {
  findReturning,
  type Member,
  type MemberConnection,
  newMember,
  presentMember,
  requirePlace,
  type Visitor,
} from './member.ts';
import { createPresentation } from './presentation.ts';
import type { Room, RoomFrame, RoomInfo, RoomServices, Seat } from './room-interface.ts';
import { HEARTBEAT_MS } from './room-interface.ts';
import { createRoomRecording } from './room-recording.ts';
import { createRoomRoles } from './room-roles.ts';
import { lobbySeat, memberSeat } from './seats.ts';

/** Opens a room that nobody is in yet. */
export function openRoom(info: RoomInfo, parts: RoomServices): Room {
  const { engine, engineKey } = parts;
  const members = new Map<string, Member>();
  let isOver = false;
  const place = ({ id }: Member) => ({ meet: engineKey, participant: id });

  function broadcast(frame: MeetServerFrame, except?: Member): void {
    for (const member of members.values()) if (member !== except) member.connection?.send(frame);
  }

  const announce = (member: Member): void =>
    broadcast({ type: 'participant', participant: presentMember(member) });

  const lobby = createLobby(parts);
  const states = () => ({
    is_locked: info.isLocked,
    is_recording: recording.isOn,
    has_captions: info.hasCaptions,
  });
  const tellMeet = () => broadcast({ type: 'meet', ...states() });
  const recording = createRoomRecording({
    engine,
    engineKey,
    now: parts.now,
    begin: parts.record,
    onChange: tellMeet,
  });
  const presentation = createPresentation({
    ...parts,
    members,
    broadcast,
    hasCaptions: () => info.hasCaptions,
  });

  function tellHosts(): void {
    const guests = lobby.waiting();
    for (const member of members.values())
      if (member.role === 'host') member.connection?.send({ type: 'waiting', guests });
  }

  /** In the engine anew: what was there of the member is forgotten, and he offers all that he sends. */
  function welcome(member: Member): void {
    if (!engine.isRunning || member.connection === undefined) return;
    beginPlannedRecording();
    engine.send({ type: 'join', ...place(member) });
    for (const source of member.muted) sendMute(member, source);
    member.connection.send({
      type: 'welcome',
      participant_id: member.id,
      resume: member.resume,
      role: member.role,
      topic: info.topic,
      binder_id: info.binderId,
      ...states(),
      started_time: info.startedTime,
      engine: engine.kind,
      ice_servers: parts.iceServers(member.id),
      participants: [...members.values()].map(presentMember),
      ...presentation.presentTo(member),
      heartbeat_ms: HEARTBEAT_MS,
    });
    if (member.role === 'host') member.connection.send({ type: 'waiting', guests: lobby.waiting() });
  }

  /** Once: a host may stop it. */
  function beginPlannedRecording(): void {
    const by = info.recordedBy;
    info.recordedBy = null;
    if (by) recording.start(by).catch((error) => parts.recordingFailed(String(error)));
  }

  function remove(member: Member, reason: 'left' | 'lost' | 'removed'): void {
    if (!members.delete(member.id)) return;
    clearTimeout(member.lost);
    engine.send({ type: 'leave', ...place(member) });
    presentation.memberLeft(member);
    broadcast({ type: 'left', participant_id: member.id, reason });
    if (members.size === 0) parts.onEmpty(true);
  }

  const seat = (member: Member, connection: MemberConnection): Seat =>
    memberSeat(member, connection, { members, receive, remove, setRights: roles.setRights });

  function sit(
    visitor: Visitor,
    connection: MemberConnection,
    by: Pick<Member, 'hasRemoteControl' | 'rights'>,
  ): Member {
    requirePlace(members, visitor, (lost) => remove(lost, 'lost'));
    const role = roles.roleOf(visitor, by.rights);
    const member = newMember({ visitor, connection, role, ...by }, parts.now());
    members.set(member.id, member);
    if (members.size === 1) parts.onEmpty(false);
    welcome(member);
    recording.mark('joined', visitor.name);
    broadcast({ type: 'participant', participant: presentMember(member) }, member);
    return member;
  }

  function receive(member: Member, frame: RoomFrame): void {
    if (isForEngine(frame)) {
      engine.send(commandOf(frame, place(member)));
      return;
    }
    if (presentation.isFor(frame)) {
      void presentation.receive(member, frame);
      return;
    }
    switch (frame.type) {
      case 'candidate':
        return;
      case 'mute':
        setMuted(member, frame.source, frame.is_muted);
        return;
      case 'hand':
        if (member.hasHandRaised === frame.is_raised) return;
        member.hasHandRaised = frame.is_raised;
        announce(member);
        return;
      case 'reaction':
        broadcast({ type: 'reacted', participant_id: member.id, emoji: readEmoji(frame.emoji) });
        return;
      case 'host':
        void performHostAction(room, member, frame);
        return;
      case 'leave':
        remove(member, 'left');
        return;
      default:
        frame satisfies never;
    }
  }

  function setMuted(member: Member, source: MediaSource, isMuted: boolean, isForced = false): void {
    const isAsBefore = member.muted.has(source) === isMuted && (!isForced || member.stopped.has(source));
    if (isAsBefore) return;
    if (isMuted) member.muted.add(source);
    else member.muted.delete(source);
    if (isForced) member.stopped.add(source);
    else if (!isMuted) member.stopped.delete(source);
    sendMute(member, source);
    if (member.published.has(source)) announce(member);
  }

  function sendMute(member: Member, source: MediaSource): void {
    const [isMuted, isForced] = [member.muted.has(source), member.stopped.has(source)];
    engine.send({ type: 'mute', ...place(member), source, isMuted, isForced });
  }

  const guestLinks = createGuestLinks({ ...parts, members, lobby, remove, tellHosts });
  const roles = createRoomRoles({
    ...parts,
    members,
    remove,
    announce,
    hostId: info.hostId,
    waiting: lobby.waiting,
  });

  const room: Room = {
    info,
    members,
    lobby,
    recording,
    broadcast,
    tellHosts,
    announce,
    remove,
    end: parts.end,
    mute(member, source) {
      setMuted(member, source, true, true);
    },
    enter(visitor, connection, { resume, hasRemoteControl, rights }) {
      if (visitor.kind === 'guest') lobby.requireWelcome(visitor.guestId);
      const by = { hasRemoteControl, rights };
      const back = findReturning(members.values(), visitor, resume);
      if (back) {
        back.hasRemoteControl = hasRemoteControl;
        clearTimeout(back.lost);
        const before = back.connection;
        back.connection = connection;
        before?.end('joined_elsewhere', 'you came in with this device once more');
        roles.setRights(back, rights);
        welcome(back);
        if (visitor.kind === 'guest') guestLinks.check();
        return seat(back, connection);
      }
      if (info.isLocked && roles.roleOf(visitor, rights) !== 'host')
        throw forbidden('the meet is locked: nobody else comes in');
      if (visitor.kind === 'person' || lobby.wasAdmitted(visitor.guestId)) {
        const member = sit(visitor, connection, by);
        if (visitor.kind === 'guest') guestLinks.check();
        return seat(member, connection);
      }
      const waiting = lobbySeat(lobby, visitor, connection, {
        letIn: () => seat(sit(visitor, connection, by), connection),
        changed: tellHosts,
      });
      connection.send({ type: 'lobby', topic: info.topic, name: visitor.name });
      tellHosts();
      // The link may have been revoked since it was looked up.
      guestLinks.check();
      return waiting;
    },
    makeHost: roles.makeHost,
    async setLocked(isLocked) {
      await parts.setLocked(isLocked);
      info.isLocked = isLocked;
      tellMeet();
    },
    async setCaptions(hasCaptions) {
      await parts.setCaptions(hasCaptions);
      info.hasCaptions = hasCaptions;
      tellMeet();
    },
    heard(event) {
      if (event.type === 'speakers') {
        const levels = event.levels.map(({ participant, level }) => ({ participant_id: participant, level }));
        broadcast({ type: 'speakers', active_id: event.active, levels });
        return;
      }
      if (event.type === 'recorded') return recording.written();
      if (event.type === 'recording_failed') {
        parts.recordingFailed(event.message);
        // Which tells everybody.
        if (event.isOver) recording.close().catch((error) => parts.recordingFailed(String(error)));
        return;
      }
      const member = members.get(event.participant);
      if (member === undefined) return;
      switch (event.type) {
        case 'published':
          member.published.add(event.source);
          announce(member);
          if (event.source === 'screen') recording.mark('shared', member.visitor.name);
          return;
        case 'unpublished':
          if (member.published.delete(event.source)) announce(member);
          if (event.source === 'screen') presentation.screenEnded(member);
          return;
        default:
          member.connection?.send(frameOf(event));
      }
    },
    engineChanged(isRunning) {
      for (const member of members.values()) member.published.clear();
      if (!isRunning) return broadcast({ type: 'interrupted' });
      recording.engineStarted();
      for (const member of members.values()) welcome(member);
    },
    binderChanged() {
      presentation.binderChanged();
      guestLinks.check();
    },
    accessChanged() {
      roles.check();
      guestLinks.check();
    },
    close(finish) {
      if (isOver) return Promise.resolve();
      isOver = true;
      presentation.close();
      const written = recording.close().catch((error) => parts.recordingFailed(String(error)));
      for (const member of members.values()) {
        clearTimeout(member.lost);
        engine.send({ type: 'leave', ...place(member) });
        if (member.connection) finish(member.connection);
      }
      members.clear();
      lobby.close(finish);
      return written;
    },
  };
  return room;
}
