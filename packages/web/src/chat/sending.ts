export { postWithFile } from '@ringbinder/client';
export { storedUploadsOf } from '../pages/stored-uploads.ts';
export { storeStaged } from './stored-staged.ts';
