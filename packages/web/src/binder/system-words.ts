import { isolated } from '../strings/en/sentences.ts';

/** In what the service writes: the words in quotation marks, or those behind a colon. */
const NAME = /(?<=“)[^”]*(?=”)|(?<=^[^:“]*: ).+/s;

/** What the service wrote about something, like "Meet started: Weekly", with the name of the thing isolated. */
export const systemWords = (words: string) => words.replace(NAME, isolated);
