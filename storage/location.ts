/** Addresses of buckets, as settings name them. */

/** `s3://bucket/prefix`, without a slash at the end. */
const LOCATION = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*?))?\/*$/;

/**
 * Bucket and prefix of a location; the prefix is empty or ends in a slash. Throws with the setting's name and
 * the remedy.
 */
export function parseLocation(location: string, setting: string): {bucket: string; prefix: string} {
  const [, bucket, prefix = ''] = LOCATION.exec(location) ?? [];
  if (bucket === undefined) {
    throw new Error(
      `setting ${setting} must be an address like s3://bucket/prefix, got "${location}": correct the environment`,
    );
  }
  return {bucket, prefix: prefix && `${prefix}/`};
}
