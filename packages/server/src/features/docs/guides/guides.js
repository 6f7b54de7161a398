// The list of guides is open where there is room for it beside the text.
document.querySelector('.guides-side details').open = matchMedia('(min-width: 60rem)').matches;

// A button beside each block of code, which copies it without the answers that are shown under it.
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
  // What the button says after it was pressed is read out.
  button.setAttribute('aria-live', 'polite');
  figure.querySelector('figcaption').append(button);
}

/** Browsers give the clipboard to https and to this machine only; elsewhere the code is selected, for the reader’s own keys. */
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
