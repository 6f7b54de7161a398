/** Insecure contexts have no clipboard API, so `execCommand` is the fallback. */
export async function writeToClipboard(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
  } catch (error) {
    const before = document.activeElement;
    const field = document.createElement('textarea');
    field.value = value;
    // Text behind a modal dialog cannot be selected.
    (before?.closest('dialog') ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus();
    if (!isCopied) throw error;
  }
}
