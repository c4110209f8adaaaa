/** The port that the threads share. */
import {createServer} from 'node:net';

/**
 * The number of a port that nobody else listens on (0: any). The threads share one port among them, so that another
 * program on it would go unnoticed, and would get a part of the requests. Rejects, naming `setting` and the remedy.
 */
export function freePort(host: string, port: number, setting = 'PORT'): Promise<number> {
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
      const found = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}
