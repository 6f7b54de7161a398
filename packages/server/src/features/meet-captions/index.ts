export { setMeetCaptions } from './queries.ts';
export { meetCaptionsFeature } from './routes.ts';
export { writeCaption } from './write.ts';
