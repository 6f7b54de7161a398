/**
 * Removes path separators.
 *
 * @param otherwise used if the title is empty or names a folder
 */
export function recordingName(title: string, otherwise: string): string {
  const safeTitle = title.replace(/[/\\]/g, '-').trim();
  return safeTitle === '' || safeTitle === '.' || safeTitle === '..' ? otherwise : safeTitle;
}
