/** The mail of accounts in this process: delivers what is due into memory. */
import {createSender} from '../../server/mail/sender.ts';
import type {Letter, MailTransport} from '../../server/mail/types.ts';
import type {Pages} from './pages.ts';
import {type ParsedMail, parseMail} from './parse_mail.ts';

export type Delivered = ParsedMail & {to: string};

/** Keeps what it is given. */
export function memoryTransport(): MailTransport & {letters: Letter[]} {
  const letters: Letter[] = [];
  return {
    letters,
    async send(letter, hand) {
      if (!hand()) return {kind: 'withdrawn'};
      letters.push(letter);
      return {kind: 'sent'};
    },
    close() {},
  };
}

/** Sends what is due now; returns it in its order. */
export async function deliver({services, clock, context}: Pages): Promise<Delivered[]> {
  const transport = memoryTransport();
  const sender = createSender({
    database: services.database,
    builds: context.builds,
    transport,
    log: context.log,
    now: () => clock.now,
    owner: 'test',
    origin: services.origin,
    from: 'Public Data <accounts@example.org>',
  });
  await sender.run();
  return transport.letters.map(({to, bytes}) => ({to, ...parseMail(bytes.toString('latin1'))}));
}
