export { chainLog } from './append.ts';
export { checkChain, checkRows } from './check.ts';
export { chaining } from './consumer.ts';
export { entryDigest } from './hashes.ts';
export { type ChainRow, findChain, findHash, findPosition } from './queries.ts';
export { type RelinkResult, relinkChain } from './relink.ts';
export { beginHistory, setHead, setHeadTo } from './replace-queries.ts';
export { hashChainFeature } from './routes.ts';
export { chainDamaged, isSameHistory, verifyChain } from './verify.ts';
