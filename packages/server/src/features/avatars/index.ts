export { avatarsFeature, pictureLinks, updatePictureOrigins } from './routes.ts';
