export * from './image-fixtures.ts';
export * from './pdf-bombs.ts';
export * from './pdf-fixtures.ts';
export { type PdfObject, pdfOf } from './pdf-objects.ts';
export { makeTaggedPdf } from './tagged-pdf.ts';
export { createUploadFolder, type UploadFolder } from './upload-folder.ts';
