/** On touch devices, focusing a field opens a keyboard that covers half the screen. */
export const isTouch = matchMedia('(pointer: coarse)').matches;
