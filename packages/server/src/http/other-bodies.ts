import { invalid } from '../errors.ts';
import type { App } from './types.ts';

/**
 * What becomes of a body whose content type has no parser in this scope: an empty one counts as none, as an empty JSON
 * body does, and anything else is refused with a 400.
 * @param expected the content type that is parsed
 */
export function refuseOtherBodies(app: App, expected: string): void {
  app.addContentTypeParser('*', (request, payload, done) => {
    const type = request.headers['content-type'];
    const end = () => done(null, undefined);
    payload.once('end', end);
    payload.once('error', done);
    payload.once('data', () => {
      // What still comes flows on and is thrown away.
      payload.off('end', end);
      payload.off('error', done);
      payload.on('error', () => {});
      done(
        type === undefined
          ? invalid('Content-Type', `is required with a body: ${expected}`)
          : invalid('Content-Type', `must be ${expected}, not ${type.slice(0, 100)}`),
      );
    });
  });
}
