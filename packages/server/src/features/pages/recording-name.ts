/** @param otherwise the name to return if the title is empty, `.` or `..` */
export function recordingName(title: string, otherwise: string): string {
  const safeTitle = title.replace(/[/\\]/g, '-').trim();
  return safeTitle === '' || safeTitle === '.' || safeTitle === '..' ? otherwise : safeTitle;
}
