/**
 * Sends a form from a blank window of this page, so that the browser tells the server of whose page it is; an address would
 * bring whoever follows it. What it sends is in no address and no log.
 * @param refused called when the page's Content-Security-Policy, which the window has as well, does not let it
 */
export function postInto(
  opened: Window,
  address: string,
  fields: Readonly<Record<string, string>>,
  refused: () => void,
): void {
  const { document: blank } = opened;
  // Without an origin, as pages with `Referrer-Policy: no-referrer` send it, nobody could tell.
  const referrer = blank.createElement('meta');
  referrer.name = 'referrer';
  referrer.content = 'origin';
  blank.head.append(referrer);
  const form = blank.createElement('form');
  form.method = 'post';
  form.action = address;
  for (const [name, value] of Object.entries(fields)) {
    const field = blank.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  blank.body.append(form);
  blank.addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition }) => {
    if (effectiveDirective === 'form-action' && disposition === 'enforce') refused();
  });
  form.submit();
}
