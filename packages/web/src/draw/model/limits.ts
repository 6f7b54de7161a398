/** Server limit for one annotation's markup, in bytes. */
export const MAX_MARKUP = 256 * 1024;
/** Maximum length of a picture’s data URL, leaving room for the surrounding markup. */
export const MAX_PICTURE = MAX_MARKUP - 2_048;
/** Maximum text length in characters. Each may take six bytes, and the markup contains the text three times. */
export const MAX_TEXT = 8_000;
