import { withoutCharset } from '../../charset.ts';
import { accepted } from '../../inspection.ts';
import type { Kind } from './kind.ts';
import { AUDIO_VIDEO_TYPES, HEIF_TYPES, OFFICE_TYPES } from './type-names.ts';

const convertedTo = (into: 'jpeg' | 'pdf'): Kind => ({
  inspect: async (file) => ({ ok: 'convert', into, mimeType: file.mimeType }),
});

const storedFile: Kind = {
  inspect: async (file) => accepted(file.mimeType),
};

const KINDS: readonly { mimeTypes: readonly string[]; load: () => Promise<Kind> }[] = [
  { mimeTypes: ['application/pdf'], load: async () => (await import('./pdf.ts')).pdf },
  {
    mimeTypes: [
      'image/jpeg',
      'image/png',
      'image/apng',
      'image/gif',
      'image/webp',
      'image/avif',
      'image/tiff',
    ],
    load: async () => (await import('./raster-image.ts')).rasterImage,
  },
  { mimeTypes: HEIF_TYPES, load: async () => convertedTo('jpeg') },
  { mimeTypes: ['text/plain', 'text/markdown'], load: async () => (await import('./note.ts')).note },
  {
    mimeTypes: ['text/html', 'application/xhtml+xml'],
    load: async () => (await import('./web.ts')).web,
  },
  {
    mimeTypes: ['application/internet-shortcut', 'application/x-webloc'],
    load: async () => (await import('./shortcut.ts')).shortcut,
  },
  { mimeTypes: AUDIO_VIDEO_TYPES, load: async () => (await import('./audio-video.ts')).audioVideo },
  { mimeTypes: OFFICE_TYPES, load: async () => convertedTo('pdf') },
];

export async function kindOf(mimeType: string): Promise<Kind> {
  const type = withoutCharset(mimeType);
  return (await KINDS.find((kind) => kind.mimeTypes.includes(type))?.load()) ?? storedFile;
}
