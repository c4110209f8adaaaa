/** A small SMTP server for tests, which goes wrong as it is told. */
import {createServer, type Socket} from 'node:net';
import {type ParsedMail, parseMail} from './parse_mail.ts';

/** What it does with a message; `take silently` and `lose silently` close the connection instead of an answer. */
export type Behaviour =
  | 'take'
  | 'later'
  | 'refuse'
  | 'later after data'
  | 'refuse after data'
  | 'close at data'
  | 'take silently'
  | 'lose silently';

export interface SmtpServer {
  url: string;
  port: number;
  /** Messages that it has, in their order. */
  taken: ParsedMail[];
  /** Chooses by how many messages were begun before; default: takes all. */
  behave: (begun: number) => Behaviour;
  /** Connections so far. */
  connections: number;
  close(): Promise<void>;
}

const END = '\r\n.\r\n';

/** Answers one connection. */
function converse(socket: Socket, server: SmtpServer, nextNumber: () => number): void {
  let buffer = '';
  let inData = false;
  let behaviour: Behaviour = 'take';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const take = (raw: string) => {
    const text = raw.replaceAll('\r\n..', '\r\n.');
    if (behaviour === 'take' || behaviour === 'take silently') server.taken.push(parseMail(text));
    if (behaviour === 'later after data') say('451 try again');
    else if (behaviour === 'refuse after data') say('554 not wanted');
    else if (behaviour === 'take') say('250 taken');
    else socket.destroy();
  };
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') say('250-small\r\n250 8BITMIME');
    else if (verb === 'MAIL') {
      behaviour = server.behave(nextNumber());
      say('250 ok');
    } else if (verb === 'RCPT')
      say({later: '451 later', refuse: '550 no such person'}[behaviour as string] ?? '250 ok');
    else if (verb === 'DATA' && behaviour === 'close at data') socket.destroy();
    else if (verb === 'DATA') {
      inData = true;
      say('354 go on');
    } else say(verb === 'QUIT' ? '221 bye' : '250 ok');
  };
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1');
    for (;;) {
      const end = buffer.indexOf(inData ? END : '\r\n');
      if (end < 0) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (inData ? END.length : 2));
      const wasData = inData;
      inData = false;
      if (wasData) take(`${part}\r\n`);
      else command(part);
    }
  });
  say('220 small');
}

/** Listens on a free port of this machine. */
export async function startSmtpServer(): Promise<SmtpServer> {
  let begun = 0;
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    server.connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, server, () => begun++);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const {port} = listener.address() as {port: number};
  const server: SmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    taken: [],
    behave: () => 'take',
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        listener.close(() => resolve());
      }),
  };
  return server;
}
