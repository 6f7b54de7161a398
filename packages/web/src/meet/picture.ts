import { isPictured } from './view.ts';

export const canPicture = 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled;

export async function togglePicture(): Promise<void> {
  if (document.pictureInPictureElement) {
    await document.exitPictureInPicture();
    return;
  }
  const candidates = [
    '.meet-tile[data-place=main] video',
    '.meet-tile[data-speaking=true] video',
    'video.meet-video',
  ].map((selector) => document.querySelector<HTMLVideoElement>(selector));
  const video = candidates.find((each) => each !== null);
  if (!video) return;
  video.disablePictureInPicture = false;
  video.addEventListener(
    'leavepictureinpicture',
    () => {
      isPictured.value = false;
      video.disablePictureInPicture = true;
    },
    { once: true },
  );
  isPictured.value = true;
  await video.requestPictureInPicture().catch(() => {
    isPictured.value = false;
  });
}
