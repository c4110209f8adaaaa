/** Finds the port that the threads share. */
import {createServer} from 'node:net';

/**
 * A port that no other program listens on (0: any free one). The threads share the port, so that another program on
 * it would go unnoticed and receive some of the requests. Rejects, naming `setting` and the remedy.
 */
export function findFreePort(host: string, port: number, setting = 'PORT'): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === 'EADDRINUSE';
      const why = taken
        ? `the port is taken; set ${setting} or stop what uses it`
        : `${cause.message}; set HOST and ${setting}`;
      reject(new Error(`cannot listen on ${host}:${port}: ${why}`, {cause}));
    });
    server.listen({host, port, exclusive: true}, () => {
      const address = server.address();
      const freePort = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(freePort));
    });
  });
}
