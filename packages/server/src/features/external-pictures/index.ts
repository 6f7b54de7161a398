export { withSignedPictures } from './links.ts';
export { deleteOldPictures } from './loader.ts';
export { externalPictureRoutes } from './routes.ts';
