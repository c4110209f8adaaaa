/** Sends letters over SMTP: over one connection, which is kept while there are letters. */
import {Readable} from 'node:stream';
import {parseConnectionUrl} from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type {Letter, MailTransport, Outcome} from './types.ts';

/** Times in ms, together well below the lease of a message. */
const TIMEOUTS = {
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  dnsTimeout: 10_000,
  socketTimeout: 60_000,
  socketCloseTimeout: 1000,
};

/** Longest time of a try, once there is a connection. */
const TRY_MS = 150_000;

/** Servers end connections that idle. */
const IDLE_MS = 10_000;

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** What happened, without addresses: codes, the step, and the number that the server answered. */
const whyOf = ({code, command, responseCode, message}: SmtpError): string =>
  [code, command, responseCode].filter((part) => part !== undefined).join(' ') || message.slice(0, 80);

/** The step that concerns one letter; all others concern the server. */
const ABOUT_LETTER = /^(MAIL FROM|RCPT TO|DATA)$/;

/** What an error of a letter means; without an answer the connection broke. */
function outcomeOf(error: SmtpError): Outcome {
  const why = whyOf(error);
  const {code, command = '', responseCode = 0} = error;
  if (responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command)) return {kind: 'refused', why};
  if (responseCode >= 400 && ABOUT_LETTER.test(command)) return {kind: 'later', why};
  // An address that no server would take.
  if (code === 'EENVELOPE' && responseCode === 0) return {kind: 'refused', why};
  return {kind: 'broken', why};
}

/** The bytes of a letter; `hand` is asked before the last of them, and a no breaks the stream. */
function bytesOf({bytes}: Letter, hand: () => boolean): Readable {
  const parts = function* () {
    yield bytes.subarray(0, -1);
    if (!hand()) throw new Error('withdrawn');
    yield bytes.subarray(-1);
  };
  // One at a time: what is read ahead would be handed before the server has asked for it.
  return Readable.from(parts(), {highWaterMark: 1});
}

/** Servers on this machine: nobody can listen in between. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/**
 * Settings of a connection. Messages have links that give an account away, so that `smtp:` needs STARTTLS but on
 * this machine: whoever sits in between could make the server seem to lack it. `?requireTLS=false` does without.
 */
export function connectionOptions(url: string) {
  const options = parseConnectionUrl(url);
  return {...TIMEOUTS, requireTLS: !options.secure && !LOOPBACK.test(options.host ?? ''), ...options};
}

/** Connects and signs in; rejects with what went wrong. `begun` gets the connection at once. */
function connect(url: string, begun: (connection: SMTPConnection) => void): Promise<SMTPConnection> {
  const {auth, ...options} = connectionOptions(url);
  const connection = new SMTPConnection(options);
  begun(connection);
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      connection.close();
      reject(error);
    };
    // Stays for the life of the connection: an error that nobody listens to would end the process.
    connection.on('error', failed);
    connection.once('end', () => failed(new Error('closed')));
    connection.connect((error) => {
      if (error) failed(error);
      else if (!auth) resolve(connection);
      else connection.login(auth, (refused) => (refused ? failed(refused) : resolve(connection)));
    });
  });
}

/** Sends a letter over a connection, which `close` ends. */
function deliver(
  connection: SMTPConnection,
  letter: Letter,
  hand: () => boolean,
  close: () => void,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let isWithdrawn = false;
    const late = setTimeout(() => {
      resolve({kind: 'broken', why: `no answer within ${TRY_MS} ms`});
      close();
    }, TRY_MS);
    const finish = (outcome: Outcome) => {
      clearTimeout(late);
      connection.removeListener('error', broke);
      connection.removeListener('end', ended);
      resolve(isWithdrawn ? {kind: 'withdrawn'} : outcome);
    };
    const broke = (error: SmtpError) => finish(outcomeOf(error));
    const ended = () => finish({kind: 'broken', why: 'the server closed the connection'});
    connection.on('error', broke);
    connection.on('end', ended);
    const asked = () => {
      const may = hand();
      isWithdrawn = !may;
      return may;
    };
    const {from, to} = letter;
    connection.send({from, to: [to]}, bytesOf(letter, asked), (error) =>
      finish(error ? outcomeOf(error) : {kind: 'sent'}),
    );
  });
}

/** Over the server of this address. */
export function smtpTransport(url: string): MailTransport {
  let open: SMTPConnection | null = null;
  let begun: SMTPConnection | null = null;
  let idle: NodeJS.Timeout | undefined;

  function close(): void {
    clearTimeout(idle);
    begun?.close();
    open = null;
  }

  async function opened(): Promise<SMTPConnection> {
    const connection = await connect(url, (one) => {
      begun = one;
    });
    connection.once('end', () => {
      if (open === connection) open = null;
    });
    return connection;
  }

  return {
    async send(letter, hand) {
      clearTimeout(idle);
      try {
        open ??= await opened();
      } catch (error) {
        return {kind: 'outage', why: whyOf(error as SmtpError)};
      }
      const outcome = await deliver(open, letter, hand, close);
      if (outcome.kind === 'sent') idle = setTimeout(close, IDLE_MS).unref();
      else close();
      return outcome;
    },
    close,
  };
}
