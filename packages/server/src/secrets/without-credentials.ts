export const withoutCredentials = (text: string): string => text.replace(/:\/\/[^/\s@]*@/g, '://…@');
