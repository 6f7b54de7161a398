export { findCues, setMeetCaptions } from './queries.ts';
export { formatTimestamp, writeVtt } from './vtt.ts';
export { writeCaption } from './write.ts';
