/** Bytes of texts in the encodings that programs write, by file name; each says "Quarterly" and the word beside it. */
export const texts: readonly (readonly [name: string, word: string, bytes: () => Buffer])[] = [
  ['plain.txt', 'Grüße', () => Buffer.from('Quarterly Grüße\n')],
  ['marked.txt', 'Grüße', () => Buffer.from('\ufeffQuarterly Grüße\r\n')],
  [
    'excel.csv',
    'Grüße',
    () => Buffer.from('Quarterly;Gr\xfc\xdfe;12,50 \x80\r\nM\xfcller;K\xf6ln;3\r\n', 'latin1'),
  ],
  ['utf16le.txt', 'Grüße', () => Buffer.from('\ufeffQuarterly Grüße\r\n', 'utf16le')],
  ['utf16be.txt', 'Grüße', () => Buffer.from('\ufeffQuarterly Grüße\r\n', 'utf16le').swap16()],
];
