export {
  avatarsFeature,
  pathOfPicture,
  pictureLinks,
  removePicture,
  storePicture,
  updatePictureOrigins,
} from './routes.ts';
