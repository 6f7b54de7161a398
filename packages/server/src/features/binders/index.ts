export { addMembers } from './members.ts';
export { bindersFeature } from './routes.ts';
export { createBinder } from './service.ts';
