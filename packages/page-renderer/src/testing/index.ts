export { encodeText } from './encode.ts';
export * from './fixtures.ts';
export { displayP3Photo, heicPhoto } from './heic-fixture.ts';
export { isNear, type PixelRect, redIn } from './marks.ts';
export * from './pdf-form.ts';
export * from './recording-fixtures.ts';
