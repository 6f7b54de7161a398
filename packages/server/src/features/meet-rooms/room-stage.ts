import type { MeetClientFrame, MeetServerFrame, MeetStage, StageView } from '@ringbinder/protocol';
import { forbidden, preconditionFailed } from '../../errors.ts';
import type { Member } from './member.ts';

export interface StagedPage {
  id: number;
  width: number;
  height: number;
  revision: number;
  pictureLink(): string;
}

/** Looks up a page for somebody who may write in the binder. Throws forbidden, not found, and 400 for what has no picture. */
export type FindStagedPage = (by: { userId: string }, pageId: number) => Promise<StagedPage>;

export interface RoomStage {
  /** Whose view is followed; undefined where nothing is on the stage. */
  readonly presenterId: string | undefined;
  presentTo(member: Member): MeetStage | null;
  /**
   * Puts a page on the stage, or takes it off. Whoever controls turns pages in the name of the presenter, a guest to those only that
   * the presenter has shown in this meet. Throws forbidden, not found, 400.
   */
  put(member: Member, frame: Extract<MeetClientFrame, { type: 'stage' }>): Promise<void>;
  /** Tells what the presenter, or who controls, has in sight. Of others it is not heeded. */
  look(member: Member, view: StageView): void;
  memberLeft(memberId: string): void;
  binderChanged(): void;
  close(): void;
}

export interface RoomStageServices {
  members: ReadonlyMap<string, Member>;
  findPage: FindStagedPage;
  broadcast(frame: MeetServerFrame, except?: Member): void;
  /** Whether somebody controls what another one presents. */
  controls(controllerId: string, presenterId: string): boolean;
  onEnd(presenterId: string): void;
  failed(error: unknown): void;
}

/** Pictures of a page that is drawn on are made for guests no more often. */
const REFRESH_MS = 1_000;

export function createRoomStage(parts: RoomStageServices): RoomStage {
  const { members, broadcast } = parts;
  /** By presenter: the pages that they themselves have put there in this meet. */
  const opened = new Map<string, Set<number>>();
  let staged: { page: StagedPage; presenter: Member; view: StageView | null } | undefined;
  let timer: NodeJS.Timeout | undefined;

  function presentTo({ role }: Member): MeetStage | null {
    if (staged === undefined) return null;
    const { page, presenter, view } = staged;
    const { width, height } = page;
    const stage = { page_id: page.id, presenter_id: presenter.id, view };
    return role === 'guest' ? { ...stage, picture: { url: page.pictureLink(), width, height } } : stage;
  }

  function tell(isTold: (member: Member) => boolean = () => true): void {
    for (const member of members.values())
      if (isTold(member)) member.connection?.send({ type: 'stage', stage: presentTo(member) });
  }

  function clear(): void {
    if (staged === undefined) return;
    const { presenter } = staged;
    staged = undefined;
    parts.onEnd(presenter.id);
    tell();
  }

  function presenterFor(member: Member): Member {
    return staged && parts.controls(member.id, staged.presenter.id) ? staged.presenter : member;
  }

  /** A page that was removed, or whose presenter may no longer write, stands there no more. */
  async function refresh(): Promise<void> {
    const before = staged;
    if (before?.presenter.visitor.kind !== 'person') return;
    try {
      const page = await parts.findPage(before.presenter.visitor, before.page.id);
      if (staged !== before || page.revision === before.page.revision) return;
      before.page = page;
      tell(({ role }) => role === 'guest');
    } catch (error) {
      const { status } = error as { status?: number };
      if (staged === before && status !== undefined && status < 500) clear();
      else parts.failed(error);
    }
  }

  return {
    get presenterId() {
      return staged?.presenter.id;
    },
    presentTo,
    async put(member, { page_id: pageId }) {
      if (pageId === null) {
        if (staged === undefined) throw preconditionFailed('nothing is on the stage');
        if (member !== staged.presenter && member.role !== 'host')
          throw forbidden('only the presenter and hosts take a page off the stage');
        return clear();
      }
      const presenter = presenterFor(member);
      const { visitor } = presenter;
      if (visitor.kind === 'guest') throw forbidden('a guest puts no page on the stage');
      if (!presenter.rights.mayWrite)
        throw forbidden('the access token of the presenter has scope `read` only');
      const shown = opened.get(visitor.userId) ?? new Set();
      if (member.role === 'guest' && !shown.has(pageId))
        throw forbidden('a guest turns only to pages that the presenter has shown in this meet');
      const page = await parts.findPage(visitor, pageId);
      if (!members.has(presenter.id) || !members.has(member.id)) return;
      // Control may have been taken back meanwhile.
      if (presenter !== member && presenter !== presenterFor(member))
        throw forbidden('the presenter has taken control back');
      if (presenter === member) opened.set(visitor.userId, shown.add(pageId));
      const before = staged;
      if (before && before.presenter !== presenter) parts.onEnd(before.presenter.id);
      // Who takes over what is there already begins with what is in sight.
      const view = before?.page.id === page.id ? before.view : null;
      staged = { page, presenter, view };
      tell();
    },
    look(member, view) {
      if (staged === undefined) return;
      if (member !== staged.presenter && !parts.controls(member.id, staged.presenter.id)) return;
      staged.view = view;
      broadcast({ type: 'stage_view', view }, member);
    },
    memberLeft(memberId) {
      if (staged?.presenter.id === memberId) clear();
    },
    binderChanged() {
      if (staged === undefined) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void refresh();
      }, REFRESH_MS).unref();
    },
    close() {
      clearTimeout(timer);
      staged = undefined;
    },
  };
}
