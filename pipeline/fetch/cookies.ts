/**
 * Cookies within one chain of redirects: some portals lead back to the same address until they get their own
 * cookie back.
 */
export class Cookies {
  /** Host -> name -> value. */
  readonly #jar = new Map<string, Map<string, string>>();

  /** Keeps what an answer of `url` sets; whether that is anything new. */
  keep(url: URL, header: string | readonly string[] | undefined): boolean {
    const own = this.#jar.get(url.host) ?? new Map<string, string>();
    this.#jar.set(url.host, own);
    let isNew = false;
    for (const cookie of [header ?? []].flat()) {
      const [, name = '', value = ''] = /^\s*([^=;\s]+)\s*=\s*([^;]*)/.exec(cookie) ?? [];
      if (!name || own.get(name) === value.trim()) continue;
      own.set(name, value.trim());
      isNew = true;
    }
    return isNew;
  }

  /** The header of a request to `url`; none where its host has set nothing. */
  header(url: URL): {cookie?: string} {
    const pairs = [...(this.#jar.get(url.host) ?? [])].map(([name, value]) => `${name}=${value}`);
    return pairs.length ? {cookie: pairs.join('; ')} : {};
  }
}
