const TAG = /\[\/?(?:b|i|u|s|color|size|center|table|tr|th|td|url|code|quote|img)(?:=[^\]]*)?\]/gi;
const LIST = /\[\/?list(?:=[^\]]*)?\]/gi;

export function plainText(content: string): string {
  return content
    .replace(/\n?\[\*\]/g, '\n• ')
    .replace(/\[img[^\]]*\][^[]*\[\/img\]/gi, '')
    .replace(LIST, '')
    .replace(TAG, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
