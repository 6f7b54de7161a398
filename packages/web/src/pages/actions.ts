import { type BinderState, type operations, RingbinderError, unwrap } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { fileBytes } from '../binder/download.ts';
import { createOptimistic, createQueue } from '../binder/optimistic.ts';
import { explained, Refusal } from '../binder/refusal.ts';

type Pages = readonly PageWithoutAnnotations[];
export type NewPage = NonNullable<operations['createPage']['requestBody']>['content']['application/json'];

export type PageActions = ReturnType<typeof createPageActions>;

export function createPageActions({ id, client, state }: BinderContext) {
  const echoes = createOptimistic(state);
  const calls = { api: client.api, binder_id: id, ...echoes };
  return {
    view: echoes.view,
    ...pageChanges(calls),
    ...pageRemovals(calls, state),
    sections: sectionActions(calls),
    ...pageFiles(calls),
    download: (fileId: string) => fileBytes({ client, id }, fileId),
    /** Returns undefined if the page no longer exists. */
    async renewLinks(pageId: number): Promise<PageWithoutAnnotations | undefined> {
      const params = { path: { binder_id: id }, query: { filter: String(pageId) } };
      const { pages } = await explained(unwrap(client.api.GET('/{binder_id}/pages', { params })));
      return pages[0];
    },
  };
}

interface Calls extends ReturnType<typeof createOptimistic<BinderState | undefined>> {
  api: BinderContext['client']['api'];
  binder_id: string;
}

const one = '/{binder_id}/pages/{page_id}';

function pageChanges({ api, binder_id, perform }: Calls) {
  const inOrder = createQueue();
  const change = (
    changed: Pages,
    body: { name?: string; after_id?: number; section_id?: number },
    apply: (pages: Pages) => Pages,
  ): Promise<unknown> => {
    const revisions = new Map(changed.map(({ id, revision }) => [id, revision]));
    const params = { path: { binder_id } };
    const pages = changed.map(({ id }) => ({ id }));
    return perform({
      apply: (state) => withPages(state, apply),
      call: () =>
        inOrder(() =>
          explained(unwrap(api.POST('/{binder_id}/changepages', { params, body: { pages, ...body } }))),
        ),
      isConfirmed: (state) => !state?.pages.some(({ id, revision }) => revision <= (revisions.get(id) ?? 0)),
    });
  };
  return {
    create(body: NewPage): Promise<{ page_id: number }> {
      const params = { path: { binder_id } };
      return explained(unwrap(api.POST('/{binder_id}/pages', { params, body })));
    },

    async rename(renamed: Pages, name: string): Promise<void> {
      const ids = idsOf(renamed);
      await change(renamed, { name }, (pages) =>
        pages.map((each) => (ids.has(each.id) ? { ...each, name } : each)),
      );
    },

    async describe(page_id: number, description: string): Promise<void> {
      const params = { path: { binder_id, page_id } };
      await explained(unwrap(api.POST(one, { params, body: { description } })));
    },

    /**
     * `after` is the new preceding page, or null for the beginning. `section` is 0 for no section. A missing
     * value changes nothing.
     */
    async move(
      moved: Pages,
      { after, section }: { after?: PageWithoutAnnotations | null; section?: number },
    ): Promise<void> {
      const ids = idsOf(moved);
      const body = {
        ...(after === undefined ? {} : { after_id: after?.id ?? 0 }),
        ...(section === undefined ? {} : { section_id: section }),
      };
      await change(moved, body, (pages) => {
        const placed = pages.map((page) =>
          section !== undefined && ids.has(page.id) ? withSection(page, section) : page,
        );
        if (after === undefined) return placed;
        const others = placed.filter(({ id }) => !ids.has(id));
        const index = after ? others.findIndex(({ id }) => id === after.id) : -1;
        // Another user may have deleted the preceding page.
        if (after && index === -1) return placed;
        const current = new Map(placed.map((page) => [page.id, page]));
        return others.toSpliced(index + 1, 0, ...moved.flatMap(({ id }) => current.get(id) ?? []));
      });
    },
  };
}

function withSection(page: PageWithoutAnnotations, section: number): PageWithoutAnnotations {
  const { section_id: _, ...rest } = page;
  return section === 0 ? rest : { ...rest, section_id: section };
}

type Sections = BinderState['sections'];

const oneSection = '/{binder_id}/sections/{section_id}';

function sectionActions({ api, binder_id, view, perform }: Calls) {
  const inOrder = createQueue();
  const withSections = (apply: (sections: Sections) => Sections) => (state: BinderState | undefined) =>
    state && { ...state, sections: apply(state.sections) };
  const pathOf = (section_id: number) => ({ path: { binder_id, section_id } });
  const update = (
    section_id: number,
    body: { name?: string; after_id?: number },
    apply: (sections: Sections) => Sections,
  ) =>
    perform({
      apply: withSections(apply),
      call: () =>
        inOrder(() => explained(unwrap(api.POST(oneSection, { params: pathOf(section_id), body })))),
      isConfirmed: (state, { updated_time }) =>
        !state?.sections.some((each) => each.id === section_id && each.updated_time < updated_time),
    });
  return {
    create(name: string) {
      const params = { path: { binder_id } };
      return explained(unwrap(api.POST('/{binder_id}/sections', { params, body: { name } })));
    },

    async rename(id: number, name: string): Promise<void> {
      await update(id, { name }, (sections) =>
        sections.map((each) => (each.id === id ? { ...each, name } : each)),
      );
    },

    async move(id: number, index: number): Promise<void> {
      const moved = (sections: Sections) => {
        const others = sections.filter((each) => each.id !== id);
        return others.toSpliced(index, 0, ...sections.filter((each) => each.id === id));
      };
      const before = moved(view.peek()?.sections ?? [])[index - 1];
      await update(id, { after_id: before?.id ?? 0 }, moved);
    },

    async remove(id: number, isConfirmed: Promise<boolean>): Promise<void> {
      await perform({
        apply: withSections((sections) => sections.filter((each) => each.id !== id)),
        async call() {
          if (!(await isConfirmed)) throw new Refusal('');
          const call = unwrap(api.DELETE(oneSection, { params: pathOf(id), keepalive: true }));
          await explained(call.catch(ignoreMissing));
        },
        isConfirmed: (state) => !state?.sections.some((each) => each.id === id),
      });
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof RingbinderError) || error.status !== 404) throw error;
}

/** The server's maximum per request. */
const MAX_DELETED = 1_000;

function pageRemovals({ api, binder_id, perform }: Calls, stateSignal: BinderContext['state']) {
  const callToRemove = (page_id: number) =>
    unwrap(api.DELETE(one, { params: { path: { binder_id, page_id } }, keepalive: true }));
  /** Deletes pages one by one if a batch failed with 404, because one of them is missing. */
  async function removeEach(error: unknown, pages: Pages): Promise<void> {
    if (!(error instanceof RingbinderError) || error.status !== 404) throw error;
    for (const { id } of pages) {
      await callToRemove(id).catch(ignoreMissing);
    }
  }
  return {
    /** If `isConfirmed` resolves to false, shows the pages again and throws an empty Refusal. */
    async removeAll(ids: readonly number[], isConfirmed: Promise<boolean>): Promise<void> {
      const removed = new Set(ids);
      const isThere = ({ id }: PageWithoutAnnotations) => removed.has(id);
      await perform({
        apply: (state) => withPages(state, (pages) => pages.filter((page) => !isThere(page))),
        async call() {
          if (!(await isConfirmed)) throw new Refusal('');
          const left = stateSignal.peek()?.pages.filter(isThere) ?? [];
          if (left.length === 0) return;
          // Start all requests now, so that they continue after the tab closes.
          const calls = Array.from({ length: Math.ceil(left.length / MAX_DELETED) }, (_, at) => {
            const part = left.slice(at * MAX_DELETED, (at + 1) * MAX_DELETED);
            const params = { path: { binder_id }, query: { filter: part.map(({ id }) => id).join(',') } };
            const call = unwrap(api.DELETE('/{binder_id}/pages', { params, keepalive: true }));
            return explained(call.catch((error) => removeEach(error, part)));
          });
          await Promise.all(calls);
        },
        isConfirmed: (state) => !state?.pages.some(isThere),
      });
    },
  };
}

function pageFiles({ api, binder_id }: Calls) {
  const path = '/{binder_id}/files/{file_id}';
  const ofFile = (file_id: string) => ({ params: { path: { binder_id, file_id } } });
  return {
    makePages(id: string) {
      return explained(unwrap(api.POST('/{binder_id}/files/{file_id}/pages', ofFile(id))));
    },
    async removeFile(id: string): Promise<void> {
      await explained(unwrap(api.DELETE(path, ofFile(id))));
    },
  };
}

const idsOf = (pages: Pages): ReadonlySet<number> => new Set(pages.map(({ id }) => id));

function withPages(state: BinderState | undefined, apply: (pages: Pages) => Pages): BinderState | undefined {
  return state && { ...state, pages: apply(state.pages) };
}
