/**
 * A scriptless browser of a running server: it keeps its cookie, follows no redirect and records all answers.
 */

export interface Seen {
  /** Requested URL. */
  url: string;
  status: number;
  location: string | null;
  headers: Headers;
  text: string;
}

export interface Visitor {
  get(path: string): Promise<Seen>;
  /** Sends a form with the hidden fields of the page that was seen last. */
  submit(path: string, fields?: Record<string, string>): Promise<Seen>;
  /** Value of the cookie by which the account pages know it; empty for none. */
  cookie(): string;
}

/** Sends a request, and adds the answer to `all`. */
export async function seeing(all: Seen[], url: string, init: RequestInit = {}): Promise<Seen> {
  const answer = await fetch(url, {redirect: 'manual', ...init});
  const {status, headers} = answer;
  const seen = {url, status, location: headers.get('location'), headers, text: await answer.text()};
  all.push(seen);
  return seen;
}

const HIDDEN = /<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g;

/** A new visitor of the pages at `origin`. */
export function visitor(origin: string, all: Seen[]): Visitor {
  const cookies = new Map<string, string>();
  let hidden: Record<string, string> = {};

  async function see(path: string, init: RequestInit): Promise<Seen> {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const seen = await seeing(all, new URL(path, origin).href, {...init, headers: {Cookie, ...init.headers}});
    for (const line of seen.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    return seen;
  }

  return {
    async get(path) {
      const seen = await see(path, {});
      hidden = Object.fromEntries([...seen.text.matchAll(HIDDEN)].map(([, name, value]) => [name!, value!]));
      return seen;
    },
    submit: (path, fields = {}) =>
      see(path, {
        method: 'POST',
        headers: {Origin: origin},
        body: new URLSearchParams({...hidden, ...fields}),
      }),
    cookie: () => cookies.get('account') ?? '',
  };
}
