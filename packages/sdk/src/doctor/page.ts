import { type Finding, failure, note, warning } from './finding.ts';
import type { CheckContext } from './parts.ts';

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export async function checkPage({
  settings,
  isBrowserSupported,
  isClick,
  modules,
}: CheckContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (!isBrowserSupported)
    findings.push(
      failure(
        'old_browser',
        'This browser is too old for the modules.',
        'Use a browser of 2024 or later: Chrome 123, Firefox 120, Safari 17.5.',
      ),
    );
  if (self.origin === 'null')
    findings.push(
      location.protocol.startsWith('http') || location.protocol === 'about:'
        ? failure(
            'page_without_origin',
            'This page is in a sandbox without an origin, so it cannot be registered.',
            'Add allow-same-origin to the sandbox attribute of the frame around it, or to sandbox in its Content-Security-Policy.',
          )
        : failure(
            'page_without_origin',
            `A page at ${location.protocol} has no origin to register.`,
            'Serve the page over HTTP, for example at http://localhost:3000 during development.',
          ),
    );
  const server = new URL(settings.origin);
  if (location.protocol === 'https:' && server.protocol === 'http:' && !LOCAL.test(server.hostname))
    findings.push(
      failure(
        'mixed_content',
        `This page uses HTTPS but the server ${settings.origin} does not, so browsers block it.`,
        'Install a certificate on the server, set PUBLIC_URL to its https address, and use that address in the script tag or in base_url.',
      ),
    );
  if (!isSecureContext)
    findings.push(
      warning(
        'insecure_page',
        'This page does not use HTTPS, so browsers deny its frames the camera, the microphone and the clipboard.',
        'Serve the page over HTTPS. During development, http://localhost counts as secure.',
      ),
    );
  for (const { call, problem, stage } of modules)
    if (problem && stage !== 'shown')
      findings.push(
        failure(
          'module_failed',
          `${call} failed: ${problem.error_message} (${problem.error_code}).`,
          'The SDK reference explains the code. Another finding here may be the cause.',
        ),
      );
  return [
    ...findings,
    ...(await lookAtIsolation()),
    ...lookAtElements(settings.origin),
    ...lookAtPopups(isClick),
  ];
}

async function lookAtIsolation(): Promise<Finding[]> {
  const headers = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => answer.headers,
    () => new Headers(),
  );
  const findings: Finding[] = [];
  const opener = headers.get('cross-origin-opener-policy') ?? (crossOriginIsolated ? 'same-origin' : '');
  if (/^same-origin(?!-allow-popups)/.test(opener))
    findings.push(
      note(
        'coop',
        `Cross-Origin-Opener-Policy: ${opener} cuts this page off from the windows it opens, so their events come through the server.`,
        'Frames need no change. For windows, allow the server in connect-src, or use same-origin-allow-popups.',
      ),
    );
  const embedder = headers.get('cross-origin-embedder-policy') ?? (crossOriginIsolated ? 'require-corp' : '');
  if (/^(require-corp|credentialless)/.test(embedder))
    findings.push(
      failure(
        'coep',
        `Cross-Origin-Embedder-Policy: ${embedder} blocks frames that do not send the same header, and the frames of the server arrive without it.`,
        'Make every proxy in front of the server forward Cross-Origin-Embedder-Policy and Cross-Origin-Resource-Policy unchanged.',
      ),
    );
  return findings;
}

function lookAtElements(origin: string): Finding[] {
  const frames = [...document.querySelectorAll('iframe')].filter(({ src }) =>
    new RegExp(`^${origin}(/sandbox)?/embed/(?!doctor)`).test(src),
  );
  const findings: Finding[] = [];
  if (frames.some(({ allow }) => !/camera/.test(allow) || !/microphone/.test(allow)))
    findings.push(
      warning(
        'missing_allow',
        'The frame of a module has no allow="camera; microphone; …", so it cannot record.',
        'Let Service create the frame, or give yours allow="camera; microphone; display-capture; fullscreen; clipboard-write".',
      ),
    );
  if (frames.some((frame) => frame.clientWidth < 40 || frame.clientHeight < 40))
    findings.push(
      warning(
        'hidden_frame',
        'The frame of a module is invisible: it, or an element around it, has no size.',
        'Set a height on the element, and do not hide it with display: none.',
      ),
    );
  return findings;
}

function lookAtPopups(isClick: boolean): Finding[] {
  if (!isClick)
    return [
      note(
        'popups_unknown',
        'Whether windows can open is only known within a click.',
        'Call Service.doctor() from the handler of a button.',
      ),
    ];
  const opened = window.open('about:blank', '', 'popup,width=120,height=120');
  opened?.close();
  if (opened) return [];
  return [
    warning(
      'popup_blocked',
      'Windows are blocked here, even within a click, so calls without iframe show nothing.',
      'Use iframe: true with tagid4iframe, or allow windows in the browser or with allow-popups in the sandbox of the frame around this page.',
    ),
  ];
}
