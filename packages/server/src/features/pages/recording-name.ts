/**
 * File name of a recording: its title without forbidden characters.
 * @param otherwise used when nothing is left of the title
 */
export function recordingName(title: string, otherwise: string): string {
  const safeTitle = title.replace(/[/\\]/g, '-').trim();
  return safeTitle === '' || safeTitle === '.' || safeTitle === '..' ? otherwise : safeTitle;
}
