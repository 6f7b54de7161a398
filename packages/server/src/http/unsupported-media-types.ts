import { invalid } from '../errors.ts';
import type { App } from './types.ts';

export function rejectUnsupportedMediaTypes(app: App, expected: string): void {
  app.addContentTypeParser('*', (request, payload, done) => {
    const type = request.headers['content-type'];
    const end = () => done(null, undefined);
    payload.once('end', end);
    payload.once('error', done);
    payload.once('data', () => {
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
