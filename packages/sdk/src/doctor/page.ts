import { type Finding, failure, note, warning } from './finding.ts';
import type { CheckContext } from './parts.ts';

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Checks the page's address and headers. */
export async function lookAtPage({
  settings,
  isBrowserSupported,
  isClick,
  modules,
}: CheckContext): Promise<Finding[]> {
  const found: Finding[] = [];
  if (!isBrowserSupported)
    found.push(
      failure(
        'old_browser',
        'This browser is too old for the modules.',
        'Use a browser of 2024 or later: Chrome 123, Firefox 120, Safari 17.5.',
      ),
    );
  if (self.origin === 'null')
    found.push(
      location.protocol.startsWith('http') || location.protocol === 'about:'
        ? failure(
            'page_without_origin',
            'This page stands in a sandbox that takes its origin away, so nothing can be registered for it.',
            'Add allow-same-origin to the sandbox attribute of the frame around it, or to sandbox in its Content-Security-Policy.',
          )
        : failure(
            'page_without_origin',
            `A page at ${location.protocol} has no origin that could be registered.`,
            'Serve the page by HTTP, like http://localhost:3000 while you build it.',
          ),
    );
  const server = new URL(settings.origin);
  if (location.protocol === 'https:' && server.protocol === 'http:' && !LOCAL.test(server.hostname))
    found.push(
      failure(
        'mixed_content',
        `This page has https and the server ${settings.origin} has not, so browsers load nothing of it.`,
        'Give the server a certificate, set PUBLIC_URL to its https address, and name that in the script tag or in base_url.',
      ),
    );
  if (!isSecureContext)
    found.push(
      warning(
        'insecure_page',
        'This page has no https, so browsers give its frames no camera, no microphone and no clipboard.',
        'Serve the page by https; http://localhost counts as secure while you build it.',
      ),
    );
  for (const { call, problem, stage } of modules)
    if (problem && stage !== 'shown')
      found.push(
        failure(
          'module_failed',
          `${call} is not shown: ${problem.error_message} (${problem.error_code}).`,
          'The reference of the SDK says what the code means; what else is found here may be the cause.',
        ),
      );
  return [
    ...found,
    ...(await lookAtIsolation()),
    ...lookAtElements(settings.origin),
    ...lookAtPopups(isClick),
  ];
}

/** Checks cross-origin isolation. Unknown if the page cannot fetch itself. */
async function lookAtIsolation(): Promise<Finding[]> {
  const headers = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => answer.headers,
    () => new Headers(),
  );
  const found: Finding[] = [];
  const opener = headers.get('cross-origin-opener-policy') ?? (crossOriginIsolated ? 'same-origin' : '');
  if (/^same-origin(?!-allow-popups)/.test(opener))
    found.push(
      note(
        'coop',
        `Cross-Origin-Opener-Policy: ${opener} cuts this page off from the windows that it opens; their events come over the server instead.`,
        'Frames need nothing. For windows allow the server in connect-src, or use same-origin-allow-popups.',
      ),
    );
  const embedder = headers.get('cross-origin-embedder-policy') ?? (crossOriginIsolated ? 'require-corp' : '');
  if (/^(require-corp|credentialless)/.test(embedder))
    found.push(
      failure(
        'coep',
        `Cross-Origin-Embedder-Policy: ${embedder} keeps frames out of this page that do not say the same, and those of the server come without it.`,
        'Let every proxy in front of the server hand on Cross-Origin-Embedder-Policy and Cross-Origin-Resource-Policy as the server sends them.',
      ),
    );
  return found;
}

/** Existing frames that are too small to see, or handmade without the required permissions. */
function lookAtElements(origin: string): Finding[] {
  const frames = [...document.querySelectorAll('iframe')].filter(({ src }) =>
    // The doctor's own frame is hidden on purpose.
    new RegExp(`^${origin}(/sandbox)?/embed/(?!doctor)`).test(src),
  );
  const found: Finding[] = [];
  if (frames.some(({ allow }) => !/camera/.test(allow) || !/microphone/.test(allow)))
    found.push(
      warning(
        'missing_allow',
        'A frame of a module has no allow="camera; microphone; …", so nothing can be recorded in it.',
        'Let Service make the frame, or give yours allow="camera; microphone; display-capture; fullscreen; clipboard-write".',
      ),
    );
  if (frames.some((frame) => frame.clientWidth < 40 || frame.clientHeight < 40))
    found.push(
      warning(
        'hidden_frame',
        'A frame of a module is there and cannot be seen: it, or an element around it, has no size.',
        'Give the element a height, and do not hide it by display: none while the module is to be seen.',
      ),
    );
  return found;
}

/** Whether pop-ups are allowed, which can be tested only during a click. */
function lookAtPopups(isClick: boolean): Finding[] {
  if (!isClick)
    return [
      note(
        'popups_unknown',
        'Whether windows open can be seen only within a click.',
        'Call Service.doctor() from the handler of a button.',
      ),
    ];
  const opened = window.open('about:blank', '', 'popup,width=120,height=120');
  opened?.close();
  if (opened) return [];
  return [
    warning(
      'popup_blocked',
      'Windows are blocked here, even within a click: calls without iframe show nothing.',
      'Use iframe: true with tagid4iframe, or allow windows: in the browser, or by allow-popups in the sandbox of the frame around this page.',
    ),
  ];
}
