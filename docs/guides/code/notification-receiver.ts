/** Receives the notifications of your users, and passes each to your app's own push service once. */
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const { NOTIFICATION_SECRET = '', PORT = '8600' } = process.env;
const webhook = new Webhook(NOTIFICATION_SECRET);
/** In production, use a table that all your processes share, and delete ids after a few days. */
const processed = new Set<string>();

interface Notification {
  message_id: string;
  /** The id of the user in your app; null if the user has none. */
  unique_id: string | null;
  title: string;
  body: string;
  url: string;
  tag: string;
}

/** Replace this with a call to APNs or FCM. Send `tag` as the `apns-collapse-id` or `collapse_key`. */
async function push({ unique_id, title, body, url }: Notification): Promise<void> {
  console.log(`${unique_id}: ${title} – ${body} (${url})`);
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  let notification: Notification;
  try {
    notification = webhook.verify(
      Buffer.concat(chunks).toString(),
      request.headers as Record<string, string>,
    ) as Notification;
  } catch {
    response.writeHead(401).end();
    return;
  }
  const { message_id: id } = notification;
  try {
    if (!processed.has(id)) await push(notification);
    processed.add(id);
    response.writeHead(204).end();
  } catch {
    // Ringbinder calls again later.
    response.writeHead(503).end();
  }
});
server.listen(Number(PORT), () => console.log(`listening on port ${PORT}`));
