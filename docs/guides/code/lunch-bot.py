"""A bot that uses only Python's standard library. It asks anybody who writes "lunch" for an order, and confirms it."""
import base64, hashlib, hmac, json, os, time, urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

BASE_URL, CLIENT_ID, CLIENT_SECRET = (os.environ[name] for name in ("BASE_URL", "CLIENT_ID", "CLIENT_SECRET"))
WEBHOOK_KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def sign(key, text): return hmac.new(key, text, hashlib.sha256).digest()

def is_genuine(headers, body):
    name, sent, given = (headers.get(f"webhook-{part}", "") for part in ("id", "timestamp", "signature"))
    if not name or not sent.isdecimal() or abs(time.time() - int(sent)) > 300: return False
    expected = b"v1," + base64.b64encode(sign(WEBHOOK_KEY, f"{name}.{sent}.".encode() + body))
    return any(hmac.compare_digest(expected, each.encode()) for each in given.split(" "))

def call(path, headers={}, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(BASE_URL + path, data, headers), timeout=10) as answer: return json.load(answer)

def reply(message, body):
    now = str(int(time.time() * 1000))
    signature = base64.urlsafe_b64encode(sign(CLIENT_SECRET.encode(), f"{CLIENT_ID}{message['org_id']}{now}".encode()))
    query = {"client_id": CLIENT_ID, "org_id": message["org_id"], "timestamp": now, "signature": signature}
    token = call(f"apps/token?{urllib.parse.urlencode(query)}")["access_token"]  # Valid for 12 hours: a busy bot caches it.
    # An event may arrive twice. Ringbinder posts only one message for each Idempotency-Key, here the id of the event.
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": message["message_id"], "Content-Type": "application/json"}
    call(f"{message['binder_id']}/messages", headers, body)

def handle(kind, message, event):
    if kind == "comment_posted" and not event["user"]["is_bot"] and "lunch" in event["comment"]["text"].lower():
        buttons = [{"type": "postback", "text": dish} for dish in ("Soup", "Salad")]
        reply(message, {"message": {"text": "What would you like?", "buttons": buttons}})
    if kind == "bot_postback" and "reply_to" in event:
        text = f"{event['postback']['text']} for {event['user']['name']}, of course."
        reply(message, {"message": {"text": text}, "reply_to": {"binder": {"comment_id": int(event["reply_to"]["id"])}}})

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        status = 204 if is_genuine(self.headers, body) else 401
        try:
            message = json.loads(body) if status == 204 else {}
            if self.headers.get("ringbinder-test") != "true": handle(message.get("message_type"), message, message.get("event"))
        except OSError as problem:  # Acknowledge what a retry cannot fix; everything else is retried.
            if getattr(problem, "code", 503) not in (400, 403, 404, 409, 412): status = 503
        except (ValueError, AttributeError): status = 400  # Signed, but not an event.
        self.send_response(status)
        self.end_headers()

server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8500))), Receiver)
print(f"listening at http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
