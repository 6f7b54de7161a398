export { chainLog } from './append.ts';
export { type ChainCheck, checkChain, checkRows } from './check.ts';
export { bodyHash, entryDigest, linkHash, sha256 } from './hashes.ts';
export { type ChainRow, findBehind, findChain, findHash, findPosition } from './queries.ts';
export { type Relinked, relinkChain } from './relink.ts';
export { beginHistory, setHead } from './replace-queries.ts';
export { chainFeature } from './routes.ts';
export { type Chaining, startChaining } from './start.ts';
export { chainDamaged, isSameHistory, verifyChain } from './verify.ts';
