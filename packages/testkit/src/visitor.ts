export interface View {
  status: number;
  location: string | null;
  headers: Headers;
  text: string;
}

export interface Visitor {
  cookies: Map<string, string>;
  get(address: string, headers?: Record<string, string>): Promise<View>;
  post(address: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<View>;
  submit(view: View, fields: Record<string, string | File>): Promise<View>;
}

/** Keeps cookies, and follows no redirects. */
export function newVisitor(origin: string, always: Record<string, string> = {}): Visitor {
  const cookies = new Map<string, string>();
  const send = async (address: string, init: RequestInit): Promise<View> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(address, origin), {
      redirect: 'manual',
      ...init,
      headers: { ...always, ...init.headers, ...(cookie === '' ? {} : { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const end = pair.indexOf('=');
      if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, end));
      else cookies.set(pair.slice(0, end), pair.slice(end + 1));
    }
    const location = response.headers.get('location');
    return { status: response.status, location, headers: response.headers, text: await response.text() };
  };
  const visitor: Visitor = {
    cookies,
    get: (address, headers = {}) => send(address, { headers }),
    post: (address, fields, headers = {}) =>
      send(address, { method: 'POST', headers, body: new URLSearchParams(fields) }),
    submit(view, fields) {
      const form = /<form[^>]*method="post"[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(view.text);
      if (!form) throw new Error(`there is no form in: ${view.text.slice(0, 500)}`);
      const [tag, action = '', inside = ''] = form;
      const hidden = inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
      const body = new FormData();
      for (const [, name = '', value = ''] of hidden) body.set(decodeEntities(name), decodeEntities(value));
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      if (/^<form[^>]*enctype="multipart\/form-data"/.test(tag))
        return send(decodeEntities(action), { method: 'POST', body });
      const texts = [...body].map(([name, value]) => [name, String(value)]);
      return visitor.post(decodeEntities(action), Object.fromEntries(texts));
    },
  };
  return visitor;
}

function decodeEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
