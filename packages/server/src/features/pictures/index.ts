export { moveOwnPictures, pictureLinks, picturesFeature } from './routes.ts';
