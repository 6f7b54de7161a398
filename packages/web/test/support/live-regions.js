/**
 * Records in `announcements` what a screen reader announces from live regions according to ARIA 1.2. The
 * initial content of a region is silent. Alerts are an exception in ARIA, but Orca speaks a new alert only
 * inside another region. Inserting an alert with its text therefore logs an error, which fails the test.
 * Regions that are hidden, inert or behind a modal dialog are silent. A change in an atomic region announces
 * the whole region; elsewhere, it announces the changed node.
 */
(() => {
  const POLITENESS = { alert: 'assertive', status: 'polite', log: 'polite' };
  const REGION = '[aria-live], [role=alert], [role=status], [role=log]';
  const announcements = [];
  Object.assign(globalThis, { announcements });

  const politenessOf = (region) =>
    region.getAttribute('aria-live') ?? POLITENESS[region.getAttribute('role')] ?? 'off';
  const elementOf = (node) => (node instanceof Element ? node : node.parentElement);

  function isExposed(element) {
    if (element.closest('[aria-hidden=true], [inert]')) return false;
    const dialogs = document.querySelectorAll('dialog:modal');
    const top = dialogs[dialogs.length - 1];
    return (!top || top.contains(element)) && element.checkVisibility({ visibilityProperty: true });
  }

  function textOf(node) {
    if (node.nodeType === Node.TEXT_NODE) return isExposed(node.parentElement) ? node.data : '';
    if (!(node instanceof Element) || !isExposed(node)) return '';
    const name = node.getAttribute('aria-label') ?? node.getAttribute('alt');
    if (name !== null && node !== node.closest(REGION)) return ` ${name} `;
    const text = [...node.childNodes].map(textOf).join('');
    return getComputedStyle(node).display === 'inline' ? text : ` ${text} `;
  }

  const wordsOf = (node) => textOf(node).replace(/\s+/g, ' ').trim();

  /** Returns the part that is announced for a change: the nearest atomic element, or the changed node. */
  function announcedPart(node, region) {
    for (let each = elementOf(node); each; each = each.parentElement) {
      const isAtomic = each.getAttribute('aria-atomic');
      const isImplied = isAtomic === null && ['alert', 'status'].includes(each.getAttribute('role'));
      if (isAtomic === 'true' || isImplied) return each;
      if (each === region || isAtomic === 'false') break;
    }
    return node;
  }

  function announce(part, region) {
    const text = wordsOf(part);
    const politeness = politenessOf(region);
    if (text === '' || politeness === 'off' || region.closest('[aria-busy=true]')) return;
    announcements.push({ text, politeness });
  }

  function flush(records) {
    const added = new Set(
      records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.isConnected),
    );
    const isNew = (element) => [...added].some((node) => node.contains(element));
    const parts = new Map();
    const add = (part, region) => {
      if (![...parts.keys()].some((each) => each.contains(part))) parts.set(part, region);
    };
    for (const node of added) {
      if (!(node instanceof Element)) continue;
      const alerts = [
        ...(node.matches('[role=alert]') ? [node] : []),
        ...node.querySelectorAll('[role=alert]'),
      ];
      for (const alert of alerts) {
        const around = alert.parentElement?.closest(REGION);
        if (around && !isNew(around)) add(alert, alert);
        else if (wordsOf(alert) !== '') console.error(`a new alert has its text: ${wordsOf(alert)}`);
      }
    }
    const changed = [
      ...added,
      ...records.filter(({ type }) => type === 'characterData').map(({ target }) => target),
    ];
    for (const node of changed) {
      const region = node.isConnected && elementOf(node)?.closest(REGION);
      if (region && !isNew(region)) add(announcedPart(node, region), region);
    }
    for (const [part, region] of parts) announce(part, region);
  }

  new MutationObserver(flush).observe(document, { childList: true, subtree: true, characterData: true });
})();
