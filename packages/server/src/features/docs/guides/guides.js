document.querySelector('.guides-side details').open = matchMedia('(min-width: 60rem)').matches;

for (const figure of document.querySelectorAll('figure.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const parts = [...figure.querySelectorAll('pre > code')];
    const text = `${parts.map((part) => part.textContent).join('\n')}\n`;
    button.textContent = (await copy(text, parts)) ? 'Copied' : 'Selected';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  // Screen readers announce the label after a click.
  button.setAttribute('aria-live', 'polite');
  figure.querySelector('figcaption').append(button);
}

/** Browsers allow the clipboard on https and localhost only; elsewhere the code is selected instead. */
async function copy(text, parts) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const range = document.createRange();
    range.setStartBefore(parts[0]);
    range.setEndAfter(parts.at(-1));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return false;
  }
}
