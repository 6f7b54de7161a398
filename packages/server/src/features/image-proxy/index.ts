export { signedPreviewPicture, withSignedPictures } from './links.ts';
export { deleteOldPictures } from './loader.ts';
export { imageProxyRoutes } from './routes.ts';
