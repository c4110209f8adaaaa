/** What handlers of the account port know of a request beside it. */

/** A browser, signed in or not. */
export interface Visitor {
  /** SHA-256 of its cookie: the only form in which it is kept. */
  id: string;
  /**
   * What its forms carry. It follows from the cookie, which only the browser has, so that nothing is stored for those who
   * look and never sign in, and a restart spoils no open form.
   */
  token: string;
}

/** What handlers know of a request beside it: `c.get('address')`. */
export interface Known {
  Variables: {
    /** Address of the visitor, of the last proxy that is not ours. */
    address: string;
    /** The visitor who got a new cookie with this answer. */
    visitor?: Visitor;
  };
}
