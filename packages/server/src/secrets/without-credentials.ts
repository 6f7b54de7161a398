/** Removes the user and the password of URLs from a text. */
export const withoutCredentials = (text: string): string => text.replace(/:\/\/[^/\s@]*@/g, '://…@');
