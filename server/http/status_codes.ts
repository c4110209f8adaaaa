/** Reason phrases by status. */

/**
 * Taken without an import: that would read all that `node:http` exports, and load its client of web sockets
 * with it, a tenth of what starting a thread takes.
 */
export const {STATUS_CODES} = process.getBuiltinModule('node:http');
