/** Raw bytes over a socket, for requests that no HTTP client sends. */
import {connect} from 'node:net';

/** Everything that a server sends until it closes the connection. */
export const rawAnswer = (origin: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const {hostname, port} = new URL(origin);
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

/** Status of an answer; 0 where there is none. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);

/** A request without a body that closes its connection. */
export const lines = (first: string, headers: readonly string[] = ['Host: x']): string =>
  [first, ...headers, 'Connection: close', '', ''].join('\r\n');
