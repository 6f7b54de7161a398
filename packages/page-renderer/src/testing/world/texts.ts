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
  [
    'shift-jis.txt',
    '売上報告書です',
    () =>
      Buffer.from(
        '517561727465726c792094848fe395f18d908f9182c582b7814290948e9a82f08a6d944682b582c482ad82be82b382a281420a',
        'hex',
      ),
  ],
  [
    'half-width.csv',
    'ｺｰﾄﾞ,ｼﾒｲ',
    () =>
      Buffer.from('517561727465726c792cbab0c4de2cbcd2b20d0a3030312cd4cfc0de20c0dbb32cc4b3b7aeb30d0a', 'hex'),
  ],
  [
    'chinese.csv',
    '姓名,金额',
    () =>
      Buffer.from(
        '517561727465726c792cd0d5c3fb2cbdf0b6ee0d0ad5c5ceb02c313230302cbcbeb6c8b1a8b8e60d0a',
        'hex',
      ),
  ],
  [
    'big5.txt',
    '季度報告',
    () =>
      Buffer.from(
        '517561727465726c7920a975abd7b3f8a769a141a578a55fa4c0a4bda571aababcc6a672bdd0bd54bb7ba1430a',
        'hex',
      ),
  ],
  [
    'korean.csv',
    '이름,금액',
    () =>
      Buffer.from(
        '517561727465726c792cc0ccb8a72cb1ddbed70d0ab1e8c3b6bcf62c313230302cbad0b1e220bab8b0edbcad0d0a',
        'hex',
      ),
  ],
];
