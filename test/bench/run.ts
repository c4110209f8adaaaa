/** The command behind `make bench`: ingest of the national corpus beside a bare copy, queries, kills. */
import {cpus, totalmem} from 'node:os';
import {join} from 'node:path';
import {settings} from '../../datasets/settings.ts';
import {ingestNational} from './ingest.ts';
import {measureKills} from './kills.ts';
import {measureQueries} from './queries.ts';

const {DATA_DIR} = settings(process.env);
const home = join(DATA_DIR, 'bench');
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
process.stdout.write(`machine: ${machine}; Node ${process.version}\n\n`);
await ingestNational(home);
await measureQueries(home);
await measureKills(home);
