import type { MeetControl, MeetServerFrame, MeetStage } from '@ringbinder/protocol';
import { refusalOf } from '../realtime/index.ts';
import type { Member } from './member.ts';
import { createRoomCaptions, type SpokenPhrase } from './room-captions.ts';
import { createRoomControl } from './room-control.ts';
import type { RoomFrame } from './room-interface.ts';
import { createRoomStage, type FindStagedPage } from './room-stage.ts';

type PresentationFrame = Extract<
  RoomFrame,
  { type: 'stage' | 'stage_view' | 'control' | 'remote' | 'caption' }
>;

const types: ReadonlySet<string> = new Set<PresentationFrame['type']>([
  'stage',
  'stage_view',
  'control',
  'remote',
  'caption',
]);

export interface Presentation {
  isFor(frame: RoomFrame): frame is PresentationFrame;
  /** Replies `done` or `refused`, but never `done` to `remote`, and nothing to `stage_view`. */
  receive(member: Member, frame: PresentationFrame): Promise<void>;
  presentTo(member: Member): { stage: MeetStage | null; controls: MeetControl[] };
  screenEnded(member: Member): void;
  memberLeft(member: Member): void;
  binderChanged(): void;
  close(): void;
}

export function createPresentation(parts: {
  members: ReadonlyMap<string, Member>;
  broadcast(frame: MeetServerFrame, except?: Member): void;
  findStagedPage: FindStagedPage;
  stageFailed(message: string): void;
  hasCaptions(): boolean;
  now(): number;
  writeCaption(phrase: SpokenPhrase): Promise<void>;
}): Presentation {
  const { members, broadcast } = parts;
  const captions = createRoomCaptions({
    broadcast,
    isOn: parts.hasCaptions,
    now: parts.now,
    write: parts.writeCaption,
  });
  const control = createRoomControl({
    members,
    isPresenting: ({ id, published }) => published.has('screen') || stage.presenterId === id,
  });
  const stage = createRoomStage({
    members,
    broadcast,
    controls: control.controls,
    findPage: parts.findStagedPage,
    onEnd: control.presentationEnded,
    failed: (error) => parts.stageFailed(String(error)),
  });
  return {
    isFor: (frame): frame is PresentationFrame => types.has(frame.type),
    async receive(member, frame) {
      if (frame.type === 'stage_view') return stage.setView(member, frame.view);
      const { id } = frame;
      try {
        if (frame.type === 'remote') return control.remote(member, frame);
        if (frame.type === 'control') control.act(member, frame);
        else if (frame.type === 'caption') await captions.take(member, frame);
        else await stage.put(member, frame);
        member.connection?.send({ type: 'done', id });
      } catch (error) {
        member.connection?.send({ type: 'refused', id, ...refusalOf(error) });
      }
    },
    presentTo: (member) => ({
      stage: stage.presentTo(member),
      controls: member.hasRemoteControl ? control.present() : [],
    }),
    screenEnded: ({ id }) => control.presentationEnded(id),
    memberLeft({ id }) {
      stage.memberLeft(id);
      control.memberLeft(id);
    },
    binderChanged: () => stage.binderChanged(),
    close: () => stage.close(),
  };
}
