export { checkReceiptFile, type FileCheck } from './read-file.ts';
export { publicKeys, receiptsFeature } from './routes.ts';
