/** Finds the port that the threads share. */
import {randomInt} from 'node:crypto';
import {createServer} from 'node:net';

/**
 * Range of ports to try. Linux gives ports from 32768 on to outgoing connections, and one of these could take
 * the port before the threads listen on it.
 */
const FREE = {from: 20_000, to: 32_768} as const;
const TRIES = 100;

/**
 * A port that no other program listens on (0: any free one). The threads share the port, so that another
 * program on it would go unnoticed and receive some of the requests. Rejects, naming `setting` and the
 * remedy.
 */
export async function findFreePort(host: string, port: number, setting = 'PORT'): Promise<number> {
  if (port !== 0) return assertFree(host, port, setting);
  for (let tries = 1; ; tries++) {
    const drawn = randomInt(FREE.from, FREE.to);
    try {
      return await assertFree(host, drawn, setting);
    } catch (error) {
      if (!isTaken((error as Error).cause) || tries === TRIES) throw error;
    }
  }
}

const isTaken = (cause: unknown): boolean => (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';

/** The port; rejects where a program listens on it. */
function assertFree(host: string, port: number, setting: string): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const why = isTaken(cause)
        ? `the port is taken; set ${setting} or stop what uses it`
        : `${cause.message}; set HOST and ${setting}`;
      reject(new Error(`cannot listen on ${host}:${port}: ${why}`, {cause}));
    });
    server.listen({host, port, exclusive: true}, () => server.close(() => resolve(port)));
  });
}
