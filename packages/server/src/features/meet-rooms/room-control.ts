import type { ControlAbility, MeetClientFrame, MeetControl, MeetServerFrame } from '@ringbinder/protocol';
import {
  because,
  forbidden,
  invalid,
  preconditionFailed,
  referenceNotFound,
  tooManyRequests,
  withDetails,
} from '../../errors.ts';
import { createFrameRate } from '../realtime/index.ts';
import type { Member } from './member.ts';

type ControlFrame = Extract<MeetClientFrame, { type: 'control' }>;
type RemoteFrame = Extract<MeetClientFrame, { type: 'remote' }>;

/** Enough for a pointer and a stroke at once, each about 16 times a second. */
const RATE = { burst: 80, perSecond: 40 };

export interface RoomControl {
  present(): MeetControl[];
  controls(controllerId: string, presenterId: string): boolean;
  act(member: Member, frame: ControlFrame): void;
  remote(member: Member, frame: RemoteFrame): void;
  presentationEnded(presenterId: string): void;
  memberLeft(memberId: string): void;
}

export interface RoomControlServices {
  members: ReadonlyMap<string, Member>;
  isPresenting(member: Member): boolean;
}

export function createRoomControl({ members, isPresenting }: RoomControlServices): RoomControl {
  /** Keyed by the presenter's id. */
  const grants = new Map<string, { controllerId: string; abilities: ControlAbility[] }>();
  const requests = new Map<string, Set<string>>();
  const rates = new WeakMap<Member, ReturnType<typeof createFrameRate>>();

  const present = (): MeetControl[] =>
    [...grants].map(([presenter_id, { controllerId: controller_id, abilities }]) => ({
      presenter_id,
      controller_id,
      abilities,
    }));

  function broadcast(frame: MeetServerFrame): void {
    for (const member of members.values()) if (member.hasRemoteControl) member.connection?.send(frame);
  }
  const announceControls = () => broadcast({ type: 'controls', controls: present() });

  function end(presenterId: string): void {
    requests.delete(presenterId);
    if (grants.delete(presenterId)) announceControls();
  }

  function memberOf(id: string): Member {
    const member = members.get(id);
    if (member === undefined) throw referenceNotFound('participant_id', because('meet_participant_left'));
    return member;
  }

  function requireVersion(member: Member, whose: string): void {
    if (!member.hasRemoteControl)
      throw preconditionFailed(
        withDetails(
          because('not_possible'),
          `${whose} does not support remote control: plugin_version is not latest`,
        ),
      );
  }

  function request(member: Member, presenterId: string): void {
    const presenter = memberOf(presenterId);
    if (presenter === member) throw invalid('participant_id', 'must not be yourself');
    requireVersion(presenter, 'the Meet of the presenter');
    if (!isPresenting(presenter)) throw preconditionFailed(because('meet_not_presenting'));
    const waiting = requests.get(presenterId) ?? new Set();
    requests.set(presenterId, waiting.add(member.id));
    presenter.connection?.send({ type: 'control_requested', participant_id: member.id });
  }

  function answer(presenter: Member, { action, participant_id: id, abilities = [] }: ControlFrame): void {
    if (!requests.get(presenter.id)?.delete(id))
      throw preconditionFailed(because('meet_control_not_requested'));
    if (action === 'deny') {
      members.get(id)?.connection?.send({ type: 'control_denied', participant_id: presenter.id });
      return;
    }
    if (!isPresenting(presenter)) throw preconditionFailed(because('meet_not_presenting'));
    grants.set(presenter.id, { controllerId: memberOf(id).id, abilities: [...new Set(abilities)] });
    announceControls();
  }

  function stop(member: Member, presenterId: string): void {
    const grant = grants.get(presenterId);
    if (grant === undefined) throw preconditionFailed(because('meet_control_over'));
    const isTheirs = member.id === presenterId || member.id === grant.controllerId;
    if (!isTheirs && member.role !== 'host')
      throw forbidden(
        withDetails(because('not_allowed'), 'only the presenter, the person in control and hosts may end it'),
      );
    end(presenterId);
  }

  return {
    present,
    controls: (controllerId, presenterId) => grants.get(presenterId)?.controllerId === controllerId,
    act(member, frame) {
      if (frame.action === 'stop') return stop(member, frame.participant_id);
      requireVersion(member, 'your Meet');
      if (frame.action === 'request') request(member, frame.participant_id);
      else answer(member, frame);
    },
    remote(member, { presenter_id, surface, input }) {
      requireVersion(member, 'your Meet');
      const grant = grants.get(presenter_id);
      if (grant?.controllerId !== member.id) throw forbidden(because('meet_control_over'));
      const rate = rates.get(member) ?? createFrameRate(RATE);
      rates.set(member, rate);
      if (!rate.take())
        throw tooManyRequests(withDetails(because('too_many_calls'), 'too many remote frames at once'), 1);
      const frame = { type: 'remote', participant_id: member.id, presenter_id, surface, input } as const;
      const ability = input.kind === 'wheel' ? 'scroll' : input.kind === 'zoom' ? 'zoom' : undefined;
      if (ability === undefined) return broadcast(frame);
      if (!grant.abilities.includes(ability))
        throw preconditionFailed(`the browser of the presenter cannot ${ability} what is shared`);
      members.get(presenter_id)?.connection?.send(frame);
    },
    presentationEnded(presenterId) {
      const presenter = members.get(presenterId);
      if (presenter === undefined || !isPresenting(presenter)) end(presenterId);
    },
    memberLeft(memberId) {
      for (const waiting of requests.values()) waiting.delete(memberId);
      end(memberId);
      for (const [presenterId, { controllerId }] of grants) if (controllerId === memberId) end(presenterId);
    },
  };
}
