declare module 'linebreak' {
  /** Implements UAX #14. */
  export default class LineBreaker {
    constructor(text: string);
    /** @returns null at the end of the text */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
