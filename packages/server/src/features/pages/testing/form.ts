export interface FormPart {
  disposition: string;
  type?: string;
  headers?: string[];
  data: Buffer | string;
}

const BOUNDARY = 'a-boundary-of-the-tests';

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export function formOf(parts: FormPart[], options: { closed?: boolean } = {}): Buffer {
  const chunks = parts.flatMap(({ disposition, type, headers = [], data }) => {
    const head = [
      `--${BOUNDARY}`,
      `Content-Disposition: form-data${disposition}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      ...headers,
    ];
    return [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(data), Buffer.from('\r\n')];
  });
  return Buffer.concat([...chunks, Buffer.from(options.closed === false ? '' : `--${BOUNDARY}--\r\n`)]);
}

export function filePart(
  data: Buffer | string,
  name = 'report.pdf',
  type = 'application/octet-stream',
): FormPart {
  return { disposition: `; name="file"; filename="${name}"`, type, data };
}
