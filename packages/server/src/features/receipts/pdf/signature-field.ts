export interface SignatureField {
  signer: string;
  reason: string;
  time: number;
  size: number;
}

/** As wide as the largest possible offset. */
const OFFSET = '**********';
const PLACEHOLDER = `/ByteRange [0 /${OFFSET} /${OFFSET} /${OFFSET}]`;

/** Returns the byte offset of the signature in the file (ISO 32000-1, section 12.8). */
export function addSignatureField(doc: PDFKit.PDFDocument, field: SignatureField): number {
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, OFFSET, OFFSET, OFFSET],
    Contents: Buffer.alloc(field.size),
    Name: text(field.signer),
    Reason: text(field.reason),
    M: new Date(field.time),
  });
  const page = doc.page as unknown as { dictionary: unknown; annotations: unknown[] };
  const widget = doc.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    F: INVISIBLE,
    T: text('Signature'),
    TU: text('Signature'),
    V: signature,
    P: page.dictionary,
  });
  page.annotations.push(widget);
  doc.initForm();
  const { _root: root } = doc as unknown as { _root: { data: { AcroForm: { data: object } } } };
  const form = { NeedAppearances: undefined, SigFlags: SIGNED_AND_APPEND_ONLY, Fields: [widget] };
  Object.assign(root.data.AcroForm.data, form);
  for (const each of [signature, widget]) each.end(undefined as never);
  return (signature as unknown as { offset: number }).offset;
}

/** Annotation flags: hidden, printed and locked. */
const INVISIBLE = 0b1000_0110;
const SIGNED_AND_APPEND_ONLY = 3;

/** pdfkit writes primitive strings as PDF names, and String objects as PDF strings. */
const text = (value: string) => new String(value);

/**
 * @param offset the signature's offset, because texts in the file may look like a signature
 * @param sign returns a detached CMS structure in DER, within the reserved size
 */
export async function signPdf(
  pdf: Buffer,
  offset: number,
  sign: (content: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const at = pdf.indexOf(PLACEHOLDER, offset);
  if (at < 0) throw new Error('the PDF has no signature field');
  const start = pdf.indexOf('/Contents <', at) + '/Contents '.length;
  const end = pdf.indexOf('>', start) + 1;
  const range = `/ByteRange [0 ${start} ${end} ${pdf.length - end}]`.padEnd(PLACEHOLDER.length);
  const ranged = Buffer.concat([
    pdf.subarray(0, at),
    Buffer.from(range),
    pdf.subarray(at + PLACEHOLDER.length),
  ]);
  const content = Buffer.concat([ranged.subarray(0, start), ranged.subarray(end)]);
  const signature = (await sign(content)).toString('hex');
  const reserved = end - start - 2;
  if (signature.length > reserved) throw new Error('the signature is larger than the reserved space');
  ranged.write(signature.padEnd(reserved, '0'), start + 1);
  return ranged;
}
