export { pictureLinks, picturesFeature, updatePictureOrigins } from './routes.ts';
