export { boardRoutes } from './board.ts';
export { createPage } from './create.ts';
export { pageLinks } from './links.ts';
export { firstPages } from './list.ts';
export { findPage, insertPages, type NewPage, type PageRow } from './queries.ts';
export { pagesFeature } from './routes.ts';
export { addFile, inspectFile, type TakenFile } from './service.ts';
export { indexPageTexts } from './texts.ts';
export { touchPage } from './touch.ts';
