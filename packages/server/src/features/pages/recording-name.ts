/**
 * File name of a recording: its title without forbidden characters.
 * @param otherwise used when nothing is left of the title
 */
export function recordingName(title: string, otherwise: string): string {
  const kept = title.replace(/[/\\]/g, '-').trim();
  return kept === '' || kept === '.' || kept === '..' ? otherwise : kept;
}
