import { isolated } from '../strings/en/sentences.ts';

/** Matches the text in quotation marks, or after a colon. */
const NAME = /(?<=“)[^”]*(?=”)|(?<=^[^:“]*: ).+/s;

/** A system message such as "Meet started: Weekly", with the name isolated for bidirectional text. */
export const systemWords = (words: string) => words.replace(NAME, isolated);
