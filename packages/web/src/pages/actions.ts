import { type BinderState, errorOf, type operations, RingbinderError, unwrap } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { createOptimistic } from '../binder/optimistic.ts';
import { nameOf } from '../binder/page-name.ts';
import { explained, Refusal, refusalOf } from '../binder/refusal.ts';
import { pages as text } from '../strings/en/pages.ts';
import { compareNumbers, numberBetween } from './order.ts';

type Pages = readonly PageWithoutAnnotations[];
export type NewPage = NonNullable<operations['createPage']['requestBody']>['content']['application/json'];

/** Actions on a binder's pages. Most take effect locally at once; all throw a Refusal. */
export type PageActions = ReturnType<typeof createPageActions>;

export function createPageActions({ id, client, state }: BinderContext) {
  const echoes = createOptimistic(state);
  const calls = { api: client.api, binder_id: id, ...echoes };
  return {
    view: echoes.view,
    ...pageChanges(calls),
    ...pageRemovals(calls, state),
    ...pageFiles(calls),
    /** Fresh links of a page, since those in the state may have expired. Undefined if the page no longer exists. */
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

function pageChanges({ api, binder_id, view, perform }: Calls) {
  const change = (
    page: PageWithoutAnnotations,
    body: { name?: string; page_number?: string },
    apply: (pages: Pages) => Pages,
  ) => {
    const params = { path: { binder_id, page_id: page.id } };
    return perform({
      apply: (state) => withPages(state, apply),
      call: () => explained(unwrap(api.POST(one, { params, body }))),
      isConfirmed: (state) => {
        const current = state?.pages.find(({ id }) => id === page.id);
        return (
          current === undefined ||
          current.revision > page.revision ||
          current.updated_time > page.updated_time
        );
      },
    });
  };
  return {
    create(body: NewPage): Promise<{ page_id: number }> {
      const params = { path: { binder_id } };
      return explained(unwrap(api.POST('/{binder_id}/pages', { params, body })));
    },

    async rename(page: PageWithoutAnnotations, name: string): Promise<void> {
      // A change without effect has no log entry, and would be pending forever.
      if (name === nameOf(page)) return;
      await change(page, { name }, (pages) =>
        pages.map((each) => (each.id === page.id ? { ...each, name } : each)),
      );
    },

    /** Moves a page to an index, counted without itself. */
    async move(page: PageWithoutAnnotations, index: number): Promise<void> {
      const others = view.peek()?.pages.filter(({ id }) => id !== page.id) ?? [];
      const page_number = numberBetween(others[index - 1]?.page_number, others[index]?.page_number);
      if (page_number === undefined) throw new Refusal(text.noRoom);
      await change(page, { page_number }, (pages) =>
        pages.filter(({ id }) => id !== page.id).toSpliced(index, 0, { ...page, page_number }),
      );
    },

    /** Moves pages, in this order, to an index counted without them. */
    async moveAll(moved: Pages, index: number): Promise<void> {
      const isMoved = ({ id }: PageWithoutAnnotations) => moved.some((page) => page.id === id);
      const others = view.peek()?.pages.filter((page) => !isMoved(page)) ?? [];
      const after = others[index]?.page_number;
      let before = others[index - 1]?.page_number;
      const placed = moved.map((page) => {
        before = numberBetween(before, after);
        if (before === undefined) throw new Refusal(text.noRoom);
        return { page, page_number: before };
      });
      await Promise.all(
        placed.map(({ page, page_number }) =>
          change(page, { page_number }, (pages) =>
            pages
              .filter(({ id }) => id !== page.id)
              .concat({ ...page, page_number })
              .toSorted((a, b) => compareNumbers(a.page_number, b.page_number)),
          ),
        ),
      );
    },
  };
}

function pageRemovals({ api, binder_id, perform }: Calls, stateSignal: BinderContext['state']) {
  const callToRemove = (page_id: number) =>
    unwrap(api.DELETE(one, { params: { path: { binder_id, page_id } } }));
  /**
   * Deletes the pages one by one after a batch failed because another user had deleted one of them. Rethrows other
   * errors.
   */
  async function removeEach(error: unknown, pages: Pages): Promise<void> {
    if (!(error instanceof RingbinderError) || error.status !== 404) throw error;
    for (const { id } of pages) {
      await callToRemove(id).catch((cause) => {
        if (!(cause instanceof RingbinderError) || cause.status !== 404) throw cause;
      });
    }
  }
  return {
    /**
     * Hides pages at once. When `isWanted` resolves, deletes them (true), or shows them again and throws an empty Refusal
     * (false). Skips pages that others have deleted.
     */
    async removeAll(ids: readonly number[], isWanted: Promise<boolean>): Promise<void> {
      const removed = new Set(ids);
      const isThere = ({ id }: PageWithoutAnnotations) => removed.has(id);
      await perform({
        apply: (state) => withPages(state, (pages) => pages.filter((page) => !isThere(page))),
        async call() {
          if (!(await isWanted)) throw new Refusal('');
          const left = stateSignal.peek()?.pages.filter(isThere) ?? [];
          if (left.length === 0) return;
          const params = { path: { binder_id }, query: { filter: left.map(({ id }) => id).join(',') } };
          // The tab may be closing, so the request must outlive it.
          const call = () => unwrap(api.DELETE('/{binder_id}/pages', { params, keepalive: true }));
          await explained(call().catch((error) => removeEach(error, left)));
        },
        isConfirmed: (state) => !state?.pages.some(isThere),
      });
    },

    async remove({ id }: PageWithoutAnnotations): Promise<void> {
      await perform({
        apply: (state) => withPages(state, (pages) => pages.filter((page) => page.id !== id)),
        call: () => explained(callToRemove(id)),
        isConfirmed: (state) => !state?.pages.some((page) => page.id === id),
      });
    },
  };
}

function pageFiles({ api, binder_id }: Calls) {
  const path = '/{binder_id}/files/{file_id}';
  const ofFile = (file_id: string) => ({ params: { path: { binder_id, file_id } } });
  return {
    async removeFile(id: string): Promise<void> {
      await explained(unwrap(api.DELETE(path, ofFile(id))));
    },

    async download(id: string): Promise<Blob> {
      const { data, error, response } = await api.GET(path, { ...ofFile(id), parseAs: 'blob' });
      if (error !== undefined || !response.ok) throw refusalOf(errorOf(response.status, error));
      return data as Blob;
    },
  };
}

function withPages(state: BinderState | undefined, apply: (pages: Pages) => Pages): BinderState | undefined {
  return state && { ...state, pages: apply(state.pages) };
}
