/** A focused field opens the keyboard, which covers half of the screen. */
export const isTouch = matchMedia('(pointer: coarse)').matches;
