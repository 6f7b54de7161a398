import { ALLOW } from '../allow.ts';
import { randomId } from '../random.ts';
import { type Finding, failure, note, warning } from './finding.ts';
import type { CheckContext } from './parts.ts';

interface Report {
  has_storage: boolean;
  has_websocket: boolean;
  /** Denied permissions, such as `camera`. Empty if unknown. */
  denied: string[];
}

/** Some attempts fail on a busy page. */
const ATTEMPTS = 3;
const TIMEOUT_MS = 6_000;
/** If a loaded page sends nothing for this time, it is not the server's page. */
const LOADED_MS = 2_000;

/** @param attempts number of failed attempts after which frames count as blocked */
export async function checkFrame(look: CheckContext, attempts = ATTEMPTS): Promise<Finding[]> {
  const { settings, violations, modules } = look;
  let report: Report | undefined;
  for (let attempt = 0; !report && attempt < attempts; attempt++) {
    report = await requestReport(look);
    if (await violations.refused('frame-src', settings.origin)) break;
  }
  if (!report) {
    if (modules.some(({ stage }) => stage === 'shown')) return [];
    if (await violations.refused('frame-src', settings.origin))
      return [
        failure(
          'csp_frame_src',
          `The Content-Security-Policy of this page does not allow ${settings.origin} in frame-src, so no module is shown.`,
          `Add ${settings.origin} to frame-src (or to child-src, or default-src, where there is no frame-src).`,
        ),
      ];
    return [
      failure(
        'frame_blocked',
        `Frames of ${settings.origin} do not load in this page.`,
        'Check whether a proxy in front of the server adds X-Frame-Options, and whether a browser extension blocks frames.',
      ),
    ];
  }
  return [
    ...lookAtDenied(report.denied, settings.origin),
    ...(report.has_websocket
      ? []
      : [
          failure(
            'no_websocket',
            'WebSockets do not reach the server, so modules do not update.',
            'Make every proxy forward the headers Upgrade and Connection. The operating guide has an nginx configuration.',
          ),
        ]),
    ...(report.has_storage
      ? []
      : [
          note(
            'storage_blocked',
            'The browser blocks storage in frames of other sites.',
            'No action is needed: modules keep their data in memory while the page is open.',
          ),
        ]),
  ];
}

async function requestReport({ settings, violations }: CheckContext): Promise<Report | undefined> {
  const widget = randomId();
  const frame = document.createElement('iframe');
  frame.allow = ALLOW;
  frame.title = 'Ringbinder';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.style.cssText = 'position:fixed;left:0;top:0;width:1px;height:1px;border:0;opacity:0';
  const query = new URLSearchParams({ origin: self.origin, widget });
  frame.src = `${settings.origin}${settings.root}/embed/doctor?${query}`;
  const ending = new AbortController();
  let isThere = false;
  const response = new Promise<Report | undefined>((resolve) => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.contentWindow || origin !== settings.origin || data?.widget !== widget) return;
      if (data.denied) resolve(data as Report);
      else isThere = true;
    };
    addEventListener('message', onMessage, { signal: ending.signal });
    setTimeout(resolve, TIMEOUT_MS, undefined);
    frame.onload = () => setTimeout(() => isThere || resolve(undefined), LOADED_MS);
    document.body.append(frame);
    violations.refused('frame-src', settings.origin).then((isRefused) => isRefused && resolve(undefined));
  });
  try {
    return await response;
  } finally {
    ending.abort();
    frame.remove();
  }
}

/** Only Chromium reveals denied permissions. */
function lookAtDenied(denied: readonly string[], origin: string): Finding[] {
  if (denied.length === 0) return [];
  const names = denied.join(', ');
  const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy;
  const isFramed = window.parent !== window;
  if (isFramed && denied.some((name) => policy && !policy.allowsFeature(name)))
    return [
      warning(
        'missing_allow',
        `This page is itself in a frame, which does not pass on ${names}.`,
        `Give that frame allow="${denied.join('; ')}".`,
      ),
    ];
  return [
    warning(
      'permissions_policy',
      `The Permissions-Policy of this page denies ${names} to the modules.`,
      `Send ${denied.map((name) => `${name}=(self "${origin}")`).join(', ')} in that header, or remove these names from it.`,
    ),
  ];
}
