import { unwrap } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';

type Links = Pick<PageWithoutAnnotations, 'page_uri' | 'thumbnail_uri' | 'background_uri'>;

/**
 * The signed links of a page. They end after a day or two, and a replica may be older: `renew` asks for new ones, once;
 * `attempt` counts it.
 */
export function useFreshLinks(binder: BinderContext, page: PageWithoutAnnotations) {
  const [renewed, setRenewed] = useState<{ of: string; links: Links }>();
  const [attempt, setAttempt] = useState(0);
  const isRenewed = renewed?.of === page.background_uri;
  const links: Links = isRenewed ? renewed.links : page;
  return {
    page_uri: links.page_uri,
    thumbnail_uri: links.thumbnail_uri,
    background_uri: links.background_uri,
    attempt,
    async renew(): Promise<void> {
      if (isRenewed) return;
      const params = { path: { binder_id: binder.id }, query: { filter: String(page.id) } };
      const answer = await unwrap(binder.client.api.GET('/{binder_id}/pages', { params })).catch(
        () => undefined,
      );
      const fresh = answer?.pages[0];
      if (!fresh) return;
      setRenewed({ of: page.background_uri, links: fresh });
      setAttempt((count) => count + 1);
    },
  };
}
