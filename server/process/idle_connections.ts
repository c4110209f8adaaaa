/** Closes connections that are idle for too long, but none on which a request has arrived. */
import type {Server} from 'node:http';
import type {Socket} from 'node:net';

/**
 * Looks at what has arrived before an idle connection is closed. Timers come before sockets: a thread that stood still, as while it
 * opens a build, would reset connections with requests that it has not read yet, and a POST is not sent again.
 */
export function readBeforeClosing(server: Server): void {
  server.on('timeout', (socket: Socket) => {
    const {bytesRead} = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}
