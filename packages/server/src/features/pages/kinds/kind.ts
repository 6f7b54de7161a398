import type { PageSource } from '@ringbinder/page-renderer';
import type { PageKind } from '@ringbinder/protocol/page-kinds.ts';
import type { Environment } from '../../../environment/environment.ts';
import type { PageContent } from '../content.ts';
import type { PageSourceRow } from '../page-as-of.ts';
import type { PageRow } from '../queries.ts';

/**
 * Server behaviour of a page type. Methods throw not found for a page without the requested content, and 503 when the
 * media engine is overloaded.
 */
export interface ServerKind extends PageKind {
  source(env: Environment, page: PageRow): PageSource | Promise<PageSource>;
  content(env: Environment, row: PageSourceRow): Promise<PageContent>;
  /** The page as an HTML document that is safe in a frame. */
  frame?(env: Environment, page: PageRow): Promise<Buffer>;
  /** Approximate bytes that the page adds to a PDF; 0 by default. */
  exportedBytes?(page: PageRow): number;
  /** The caption below its image in a PDF. */
  caption?(page: PageRow): string;
}
