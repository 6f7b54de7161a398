export { type SigningKey, signingKey, thumbprint } from './keys.ts';
export { checkReceiptFile } from './read-file.ts';
export { publicKeys, receiptsFeature } from './routes.ts';
