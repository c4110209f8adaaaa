/**
 * Program: a lean server over ClickHouse in this process that returns the answers of the API;
 * CLICKHOUSE_MODULE, CLICKHOUSE_FOLDER.
 */
import pLimit from 'p-limit';
import {serveJson} from '../json_server.ts';
import {answer} from './answers.ts';
import {openSessions} from './chdb.ts';

/**
 * Queries at a time, each in a thread of libuv and with one thread of ClickHouse: with many clients that
 * answers most.
 */
const POOL = 4;

const SETTINGS = Object.entries({
  max_threads: 1,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_decimals: 0,
  output_format_json_escape_forward_slashes: 0,
})
  .map(([name, value]) => `${name} = ${value}`)
  .join(', ');

const {CLICKHOUSE_MODULE: modulePath, CLICKHOUSE_FOLDER: folder} = process.env;
if (!modulePath || !folder) throw new Error('set CLICKHOUSE_MODULE and CLICKHOUSE_FOLDER');
const idle = openSessions(modulePath, folder, POOL);
const turn = pLimit(POOL);

const ask = (sql: string): Promise<string[]> =>
  turn(async () => {
    const session = idle.pop()!;
    try {
      const result = await session.queryAsync(`${sql} SETTINGS ${SETTINGS}`, {format: 'JSONEachRow'});
      return result.text().split('\n').filter(Boolean);
    } finally {
      idle.push(session);
    }
  });

serveJson(
  (path, query) => answer(path, query, ask),
  async () => undefined,
);
