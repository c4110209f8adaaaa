/** Room for the head of a request; must be set before the transport is loaded, which reads it once. */

/** Bytes. Larger than the longest target that is accepted, so that a longer one gets its proper 400. */
process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= String(64 * 1024);
