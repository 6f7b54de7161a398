/** Long enough for the browser to take what it saves. */
const KEPT_MS = 60_000;

/** Has the browser save what is at an address of this origin. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Has the browser save bytes under a name. */
export function saveBlob(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  saveFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
