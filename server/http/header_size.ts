/** Maximum size of a request head; must be set before the transport is loaded, which reads it once. */

/** Bytes. Larger than the longest accepted target, so that a longer one gets a proper 400. */
process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= String(64 * 1024);
