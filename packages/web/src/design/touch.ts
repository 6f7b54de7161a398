/** A focused field opens the keyboard, which covers half the screen. */
export const isTouch = matchMedia('(pointer: coarse)').matches;
