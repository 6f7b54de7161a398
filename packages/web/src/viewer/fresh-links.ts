import { unwrap } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';

export type PageLinks = Pick<PageWithoutAnnotations, 'page_uri' | 'thumbnail_uri' | 'background_uri'>;

export async function readLinks(
  { client, id: binder_id }: BinderContext,
  page: PageWithoutAnnotations,
): Promise<PageLinks> {
  const params = { path: { binder_id }, query: { filter: String(page.id) } };
  const call = unwrap(client.api.GET('/{binder_id}/pages', { params }));
  const answer = await call.catch(() => undefined);
  return answer?.pages[0] ?? page;
}

/**
 * Links expire after one to two days, and a replica may be older. `renew` has an effect once for each
 * `background_uri`.
 */
export function useFreshLinks(binder: BinderContext, page: PageWithoutAnnotations) {
  const [renewed, setRenewed] = useState<{ of: string; links: PageLinks }>();
  const [attempt, setAttempt] = useState(0);
  const isRenewed = renewed?.of === page.background_uri;
  const links: PageLinks = isRenewed ? renewed.links : page;
  return {
    page_uri: links.page_uri,
    thumbnail_uri: links.thumbnail_uri,
    background_uri: links.background_uri,
    attempt,
    async renew(): Promise<void> {
      if (isRenewed) return;
      const fresh = await readLinks(binder, page);
      if (fresh === page) return;
      setRenewed({ of: page.background_uri, links: fresh });
      setAttempt((count) => count + 1);
    },
  };
}
