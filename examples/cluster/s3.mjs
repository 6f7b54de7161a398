// A small S3 server for trying the cluster out: `node s3.mjs PORT DIRECTORY`. It keeps files in a directory.
import Server from '@20minutes/s3rver';

const [port, directory] = process.argv.slice(2);
const server = new Server({
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  directory,
  configureBuckets: [{ name: 'binders' }],
  // It computes another signature for calls about the bucket itself than the AWS SDK and S3 do.
  allowMismatchedSignatures: true,
});
await server.run();
