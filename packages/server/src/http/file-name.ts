import { nameProblem } from '@ringbinder/protocol/visible-name.ts';
import { because, invalid, withDetails } from '../errors.ts';
import { isStorableText } from './reject-nul-bytes.ts';

const MAX_NAME_LENGTH = 255;

/** Control characters and direction marks can disguise a file's extension. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** The sender would not recognize a name that the server cleaned, so wrong names are rejected. */
export function readFileName(sent: string | undefined, partName = 'file'): string {
  // Browsers and curl percent-encode only quotes, CR and LF.
  return requireFileName((sent ?? '').replace(/%(22|0D|0A)/g, decodeURIComponent), partName);
}

export function requireFileName(name: string, partName: string): string {
  if (name.trim() === '')
    throw invalid(partName, withDetails(because('file_name_wrong'), 'has no file name'));
  if ([...name].length > MAX_NAME_LENGTH)
    throw invalid(partName, because('file_name_long', { limit: MAX_NAME_LENGTH }));
  if (/[/\\]/.test(name) || name === '.' || name === '..')
    throw invalid(partName, withDetails(because('file_name_wrong'), 'has a name with path parts'));
  if (!isStorableText(name) || CONTROLS.test(name))
    throw invalid(partName, withDetails(because('file_name_wrong'), 'has a name with control characters'));
  if (nameProblem(name) !== undefined)
    throw invalid(partName, withDetails(because('file_name_wrong'), 'has no visible file name'));
  return name;
}
