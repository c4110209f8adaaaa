/** A request that was signed and can be sent by any thread, without credentials. */
export interface SignedRequest {
  /** Scheme, host and port, e.g. `https://bucket.s3.amazonaws.com`. */
  origin: string;
  /** Path and query as they were signed. */
  target: string;
  headers: Record<string, string>;
}

/** Signs a request for the bytes of an object from an offset on. */
export type SignGet = (key: string, from: number) => Promise<SignedRequest>;
