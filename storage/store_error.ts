/** What is said of a request that a store did not carry out. */

/** An error of an answer, or of the way to it. */
interface Told {
  status: number;
  /** The store's name of the error. */
  name: string;
  message: string;
}

function remedyOf({status, name}: Told): string {
  if (name === 'NoSuchBucket') return 'create the bucket, or correct the address';
  if (status === 401 || status === 403 || /Credential/.test(name)) {
    return 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, to a key that may list, read and write there';
  }
  return 'check AWS_ENDPOINT_URL_S3, AWS_REGION, the profile and the network, then run again: what was transferred is kept';
}

/** An error that says what was done where, why it failed, and the remedy. */
export function storeError(location: string, what: string, told: Told, cause?: unknown): Error {
  const why = told.message || told.name;
  return new Error(`${location}: ${what} failed (${why}): ${remedyOf(told)}`, {cause});
}
