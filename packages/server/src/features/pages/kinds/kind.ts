import type { PageSource } from '@ringbinder/page-renderer';
import type { PageKind } from '@ringbinder/protocol/page-kinds.ts';
import type { Environment } from '../../../environment/environment.ts';
import type { PageContent } from '../content.ts';
import type { FoundPage } from '../past-page.ts';
import type { PageRow } from '../queries.ts';

/**
 * What the server does with the pages of a type. Each method throws not found for a page that lacks the thing, and 503 when
 * the media engine has too much to do.
 */
export interface ServerKind extends PageKind {
  /** Where the picture of the page comes from. */
  source(env: Environment, page: PageRow): PageSource | Promise<PageSource>;
  /** The page in its original format. */
  content(env: Environment, found: FoundPage): Promise<PageContent>;
  /** The page as an HTML document that is safe in a frame. */
  frame?(env: Environment, page: PageRow): Promise<Buffer>;
  /** About how many bytes of its file the page adds to a PDF; 0 by default. */
  exportedBytes?(page: PageRow): number;
  /** The line over the lower edge of its picture in a PDF. */
  caption?(page: PageRow): string;
}
