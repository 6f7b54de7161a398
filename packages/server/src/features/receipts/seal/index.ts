export { maxCmsSize, signCms, type TimeStamp } from './cms.ts';
export { certificateRoutes } from './routes.ts';
export { findSeal } from './service.ts';
export { timeStampServer } from './time-stamp.ts';
