import { nameProblem } from '@ringbinder/protocol/visible-name.ts';
import { invalid } from '../errors.ts';
import { isStorableText } from './storable-text.ts';

/** In Unicode characters. */
const MAX_NAME_LENGTH = 255;

/** Control characters, line separators, and what turns the direction of writing and so can hide a name's ending. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * The name of an uploaded file as it is kept. Throws a 400 naming its part when there is none, and for a name that another
 * program could take for something else than one file's name: it is refused and not cleaned, for a cleaned name is
 * another one than the sender knows.
 */
export function readFileName(sent: string | undefined, partName = 'file'): string {
  // Browsers and curl write these three as %22, %0D and %0A into the header, and nothing else.
  return requireFileName((sent ?? '').replace(/%(22|0D|0A)/g, decodeURIComponent), partName);
}

/** A name as it was sent, where it could not be kept otherwise. Throws as above. */
export function requireFileName(name: string, partName: string): string {
  if (name.trim() === '') throw invalid(partName, 'has no file name');
  if ([...name].length > MAX_NAME_LENGTH)
    throw invalid(partName, `has a name longer than ${MAX_NAME_LENGTH} characters`);
  if (/[/\\]/.test(name) || name === '.' || name === '..')
    throw invalid(partName, 'has a name with path parts');
  if (!isStorableText(name) || CONTROLS.test(name))
    throw invalid(partName, 'has a name with control characters');
  if (nameProblem(name) !== undefined) throw invalid(partName, 'has no file name that can be seen');
  return name;
}
