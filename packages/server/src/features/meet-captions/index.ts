export { findCues, setMeetCaptions } from './queries.ts';
export { timeOf, writeVtt } from './vtt.ts';
export { writeCaption } from './write.ts';
