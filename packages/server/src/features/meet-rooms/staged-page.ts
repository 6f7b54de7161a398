import { accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { findPage, kindOf, pageLinks } from '../pages/index.ts';
import type { StagedPage } from './room-stage.ts';

/** Browsers load the image immediately, and get a new URL with each change. */
const PICTURE_MS = 2 * 60 * 1_000;

export async function findStagedPage(
  env: Environment,
  binderId: string,
  by: { userId: string },
  pageId: number,
): Promise<StagedPage> {
  await accessBinder(env.db, by, binderId, 'write');
  const page = orNotFound(await findPage(env.db, binderId, pageId), 'page', pageId);
  const { id, width, height, revision } = page;
  if (!kindOf(page).isStill) throw invalid('page_id', 'must name an image page');
  return {
    id,
    width,
    height,
    revision,
    pictureLink: () => {
      const links = pageLinks(env, binderId, env.clock.now() + PICTURE_MS);
      return links(id, revision).background_uri;
    },
  };
}
