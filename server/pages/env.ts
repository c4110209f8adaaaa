/** The hono environment of accounts: what handlers know of a request. */

/** A browser, signed in or not. */
export interface Visitor {
  /** SHA-256 of its cookie, the only stored form. */
  id: string;
  /**
   * CSRF token of its forms. Derived from the cookie: nothing is stored for visitors who never sign in, and a
   * restart does not invalidate open forms.
   */
  token: string;
}

/** Variables of handlers: `c.get('address')`. */
export interface PageEnv {
  /** Address of the peer of the connection. */
  Bindings: {peer: string};
  Variables: {
    /** Client address as seen by the outermost trusted proxy. */
    address: string;
    /** Set when this response issues a new cookie. */
    visitor?: Visitor;
  };
}
