import type { PageSource } from '@ringbinder/page-renderer';
import type { PageKind } from '@ringbinder/protocol/page-kinds.ts';
import type { Environment } from '../../../environment/environment.ts';
import type { PageContent } from '../content.ts';
import type { PageSourceRow } from '../page-as-of.ts';
import type { PageRow } from '../queries.ts';

export interface ServerKind extends PageKind {
  source(env: Environment, page: PageRow): PageSource | Promise<PageSource>;
  content(env: Environment, row: PageSourceRow): Promise<PageContent>;
  frame?(env: Environment, page: PageRow): Promise<Buffer>;
  exportedBytes?(page: PageRow): number;
  caption?(page: PageRow): string;
}
