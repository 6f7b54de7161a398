export { findAnnotations, findNamedAnnotations } from './annotations.ts';
export { boardRoutes } from './board.ts';
export { bumpRevision } from './bump-revision.ts';
export { placePages } from './change-together.ts';
export { copyFile } from './copy-file.ts';
export {
  type AcceptedPicture,
  acceptPicture,
  MAX_PICTURE_BYTES,
  renderPicture,
  takePicture,
} from './cover.ts';
export { createPage } from './create.ts';
export { deleteFile } from './delete-file.ts';
export { createDerivedFile, runMediaJob } from './derived-files.ts';
export { kindOf } from './kinds/index.ts';
export { binderThumbnail, pageLinks } from './links.ts';
export { firstPages } from './list.ts';
export { archiveReplacedFile, clearSection, READER_VERSION, storePageText } from './page-changes.ts';
export { PageDescription } from './page-description.ts';
export { deleteOldTiles } from './page-image.ts';
export { checkPageLimit } from './page-limit.ts';
export {
  findFileIdsOfPages,
  findPage,
  findPages,
  insertPages,
  markPagesDeleted,
  type PageRow,
} from './queries.ts';
export { readBarePages, readFirstPages } from './read.ts';
export { recordingName } from './recording-name.ts';
export { pagesFeature } from './routes.ts';
export { type AcceptedUpload, addFile, inspectFile } from './service.ts';
export { indexPageTexts } from './texts.ts';
