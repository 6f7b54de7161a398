export const AUDIO_VIDEO_TYPES = [
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
  'video/3gpp',
  'video/3gpp2',
  'video/webm',
  'video/matroska',
  'video/mp2t',
  'video/ogg',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/wav',
  'audio/ogg',
  'audio/ogg; codecs=opus',
  'audio/aac',
  'audio/flac',
  'application/ogg',
];

export const HEIF_TYPES = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'];

export const OFFICE_TYPES = [
  'application/rtf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  ...['text', 'spreadsheet', 'presentation', 'graphics'].map(
    (what) => `application/vnd.oasis.opendocument.${what}`,
  ),
  ...[
    'wordprocessingml.document',
    'wordprocessingml.template',
    'spreadsheetml.sheet',
    'spreadsheetml.template',
    'presentationml.presentation',
    'presentationml.slideshow',
    'presentationml.template',
  ].map((what) => `application/vnd.openxmlformats-officedocument.${what}`),
  'application/vnd.ms-word.document.macroenabled.12',
  'application/vnd.ms-excel.sheet.macroenabled.12',
  'application/vnd.ms-powerpoint.presentation.macroenabled.12',
];
