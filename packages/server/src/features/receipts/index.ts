export { type SigningKey, signingKey, thumbprint } from './keys.ts';
export { checkReceiptFile, type FileCheck } from './read-file.ts';
export { publicKeys, receiptsFeature } from './routes.ts';
