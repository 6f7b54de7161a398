import type { MeetClientFrame, MeetServerFrame, MeetStage, StageView } from '@ringbinder/protocol';
import { because, forbidden, preconditionFailed, withDetails } from '../../errors.ts';
import type { Member } from './member.ts';

export interface StagedPage {
  id: number;
  width: number;
  height: number;
  revision: number;
  pictureLink(): string;
}

export type FindStagedPage = (by: { userId: string }, pageId: number) => Promise<StagedPage>;

export interface RoomStage {
  readonly presenterId: string | undefined;
  presentTo(member: Member): MeetStage | null;
  /** A controller acts for the presenter. A guest may open only pages that the presenter has already shown. */
  put(member: Member, frame: Extract<MeetClientFrame, { type: 'stage' }>): Promise<void>;
  /** Ignores other members than the presenter and the controller. */
  setView(member: Member, view: StageView): void;
  memberLeft(memberId: string): void;
  binderChanged(): void;
  close(): void;
}

export interface RoomStageServices {
  members: ReadonlyMap<string, Member>;
  findPage: FindStagedPage;
  broadcast(frame: MeetServerFrame, except?: Member): void;
  controls(controllerId: string, presenterId: string): boolean;
  onEnd(presenterId: string): void;
  failed(error: unknown): void;
}

/** Each check of the page may send guests another image. */
const REFRESH_MS = 1_000;

export function createRoomStage(parts: RoomStageServices): RoomStage {
  return new PageStage(parts);
}

class PageStage implements RoomStage {
  readonly #parts: RoomStageServices;
  /** Keyed by the presenter's user id. */
  readonly #shownPages = new Map<string, Set<number>>();
  #staged: { page: StagedPage; presenter: Member; view: StageView | null } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: RoomStageServices) {
    this.#parts = parts;
  }

  get presenterId(): string | undefined {
    return this.#staged?.presenter.id;
  }

  presentTo({ role }: Member): MeetStage | null {
    if (this.#staged === undefined) return null;
    const { page, presenter, view } = this.#staged;
    const { width, height } = page;
    const stage = { page_id: page.id, presenter_id: presenter.id, view };
    return role === 'guest' ? { ...stage, picture: { url: page.pictureLink(), width, height } } : stage;
  }

  async put(member: Member, { page_id: pageId }: Extract<MeetClientFrame, { type: 'stage' }>): Promise<void> {
    if (pageId === null) return this.#takeOff(member);
    const presenter = this.#presenterFor(member);
    const { visitor } = presenter;
    if (visitor.kind === 'guest')
      throw forbidden(withDetails(because('guest_may_not'), 'a guest must not present pages'));
    if (!presenter.rights.mayWrite)
      throw forbidden(
        withDetails(because('read_only_token'), 'the access token of the presenter has scope `read` only'),
      );
    const shownPages = this.#shownPages.get(visitor.userId) ?? new Set();
    if (member.role === 'guest' && !shownPages.has(pageId))
      throw forbidden(
        withDetails(
          because('guest_may_not'),
          'a guest may open only pages that the presenter has shown in this meet',
        ),
      );
    const page = await this.#parts.findPage(visitor, pageId);
    const { members } = this.#parts;
    if (!members.has(presenter.id) || !members.has(member.id)) return;
    if (presenter !== member && presenter !== this.#presenterFor(member))
      throw forbidden(because('meet_control_over'));
    if (presenter === member) this.#shownPages.set(visitor.userId, shownPages.add(pageId));
    this.#show(page, presenter);
  }

  setView(member: Member, view: StageView): void {
    if (this.#staged === undefined || this.#presenterFor(member) !== this.#staged.presenter) return;
    this.#staged.view = view;
    this.#parts.broadcast({ type: 'stage_view', view }, member);
  }

  memberLeft(memberId: string): void {
    if (this.presenterId === memberId) this.#clear();
  }

  binderChanged(): void {
    if (this.#staged === undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#refresh();
    }, REFRESH_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#staged = undefined;
  }

  #presenterFor(member: Member): Member {
    const presenter = this.#staged?.presenter;
    return presenter && this.#parts.controls(member.id, presenter.id) ? presenter : member;
  }

  #takeOff(member: Member): void {
    if (this.#staged === undefined)
      throw preconditionFailed(withDetails(because('not_possible'), 'nothing is on the stage'));
    if (member !== this.#staged.presenter && member.role !== 'host')
      throw forbidden(
        withDetails(because('not_allowed'), 'only the presenter and hosts may remove a page from the stage'),
      );
    this.#clear();
  }

  #show(page: StagedPage, presenter: Member): void {
    const before = this.#staged;
    if (before && before.presenter !== presenter) this.#parts.onEnd(before.presenter.id);
    const view = before?.page.id === page.id ? before.view : null;
    this.#staged = { page, presenter, view };
    this.#send();
  }

  #clear(): void {
    if (this.#staged === undefined) return;
    const { presenter } = this.#staged;
    this.#staged = undefined;
    this.#parts.onEnd(presenter.id);
    this.#send();
  }

  /** Clears the stage if the page was deleted, or if the presenter may no longer write. */
  async #refresh(): Promise<void> {
    const before = this.#staged;
    if (before?.presenter.visitor.kind !== 'person') return;
    try {
      const page = await this.#parts.findPage(before.presenter.visitor, before.page.id);
      if (this.#staged !== before || page.revision === before.page.revision) return;
      before.page = page;
      this.#send(({ role }) => role === 'guest');
    } catch (error) {
      const { status } = error as { status?: number };
      if (this.#staged === before && status !== undefined && status < 500) this.#clear();
      else this.#parts.failed(error);
    }
  }

  #send(isFor: (member: Member) => boolean = () => true): void {
    for (const member of this.#parts.members.values())
      if (isFor(member)) member.connection?.send({ type: 'stage', stage: this.presentTo(member) });
  }
}
