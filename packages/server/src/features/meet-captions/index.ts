export { setMeetCaptions } from './queries.ts';
export { meetCaptionsFeature } from './routes.ts';
export { type Caption, writeCaption } from './write.ts';
