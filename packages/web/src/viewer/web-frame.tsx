import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { viewer as text } from '../strings/en/viewer.ts';
import { useFreshLinks } from './fresh-links.ts';

/** Its links open in tabs of their own, which are no part of the sandbox. */
const SANDBOX = ['allow-popups', 'allow-popups-to-escape-sandbox'].join(' ');

/** A web page as its own document, which runs nothing: the answer's policy is a sandbox, and so is the frame. */
export function WebFrame({ binder, page }: { binder: BinderContext; page: PageWithoutAnnotations }) {
  const { page_uri } = useFreshLinks(binder, page);
  return (
    <iframe
      class="web-frame"
      title={text.page(nameOf(page))}
      src={page_uri.replace('/page?', '/frame?')}
      sandbox={SANDBOX}
      referrerpolicy="no-referrer"
    />
  );
}
