/** Sends the mail of a store until it is killed, by a clock that runs faster than that of the machine. */
import {setTimeout} from 'node:timers/promises';
import {openDatabase} from '../../server/accounts/database.ts';
import {createSender} from '../../server/mail/sender.ts';
import {smtpTransport} from '../../server/mail/smtp_transport.ts';

/** Of messages about accounts none needs data. */
const NO_BUILD = {
  acquire: () => {
    throw new Error('there is no build');
  },
};

const {STORE = '', SMTP = '', BASE = '', SPEED = ''} = process.env;

const database = openDatabase(STORE);
database.sql.exec('PRAGMA synchronous = FULL');
const base = Number(BASE);
const sender = createSender({
  database,
  transport: smtpTransport(SMTP),
  builds: NO_BUILD,
  log: {isLevelEnabled: () => false, debug() {}, info() {}, error() {}},
  now: () => base + (Date.now() - base) * Number(SPEED),
  owner: String(process.pid),
  origin: 'https://data.example.org',
  from: 'accounts@example.org',
});
process.stdout.write('ready\n');
for (;;) {
  await sender.run();
  await setTimeout(20);
}
