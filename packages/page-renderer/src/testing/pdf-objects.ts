export type PdfObject = string | { dictionary: string; data: string | Buffer };

/**
 * The first object is the catalog. The cross-reference table is correct, so that a fixture has only its
 * intended fault.
 */
export function pdfOf(
  objects: readonly PdfObject[],
  options: { head?: string; trailer?: string } = {},
): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  const write = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  write(options.head ?? '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  const entries = objects.map((object, index) => {
    const entry = `${String(length).padStart(10, '0')} 00000 n \n`;
    write(`${index + 1} 0 obj\n`);
    if (typeof object === 'string') write(object);
    else {
      const data = typeof object.data === 'string' ? Buffer.from(object.data, 'latin1') : object.data;
      write(`<<${object.dictionary}/Length ${data.length}>>stream\n`);
      write(data);
      write('\nendstream');
    }
    write('\nendobj\n');
    return entry;
  });
  const startxref = length;
  const size = objects.length + 1;
  write(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`);
  write(`trailer<</Size ${size}/Root 1 0 R${options.trailer ?? ''}>>\nstartxref\n${startxref}\n%%EOF\n`);
  return Buffer.concat(parts);
}
