/** Makes the fake camera and screen small. By default, a page encodes 1280 × 720 in three layers. */
export const SMALL_MEDIA = `{
  const { getUserMedia, getDisplayMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = function ({ video, ...others }) {
    const small = { ...video, width: 320, height: 240 };
    return getUserMedia.call(this, video ? { ...others, video: small } : others);
  };
  if (getDisplayMedia) MediaDevices.prototype.getDisplayMedia = function ({ video, ...others }) {
    const small = { ...video, width: { max: 320 }, height: { max: 240 }, frameRate: { max: 5 } };
    return getDisplayMedia.call(this, { ...others, video: small });
  };
}`;
