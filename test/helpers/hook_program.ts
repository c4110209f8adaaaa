/** Tells and calls the webhooks of a store until it is killed, by a clock that runs faster than that of the machine. */
import {setTimeout} from 'node:timers/promises';
import {openDatabase} from '../../server/accounts/database.ts';
import {queueAlerts} from '../../server/alerts/tell.ts';
import {createHookSender} from '../../server/mail/hook_sender.ts';
import {hookTransport} from '../../server/mail/hook_transport.ts';
import {scanEngine} from './engine.ts';
import {exampleTables} from './rows.ts';

const {STORE = '', PLACE = '', BASE = '', SPEED = ''} = process.env;

const database = openDatabase(STORE);
database.sql.exec('PRAGMA synchronous = FULL');
const base = Number(BASE);
const now = (): number => base + (Date.now() - base) * Number(SPEED);
const engine = scanEngine(exampleTables());
const sender = createHookSender({
  database,
  transport: hookTransport(new Set([PLACE])),
  builds: {acquire: () => ({engine, release() {}})},
  log: {isLevelEnabled: () => false, debug() {}, info() {}, error() {}},
  now,
  owner: String(process.pid),
  origin: 'https://data.example.org',
});
process.stdout.write('ready\n');
for (;;) {
  queueAlerts(database, now());
  await sender.run();
  await setTimeout(10);
}
