/** The operator's view of counts shared by all machines. */
import {describe, expect, test} from 'vitest';
import {runAdmin} from '../../../server/admin/cli.ts';
import {COUNTED, get, ownStore} from '../../helpers/limited.ts';
import {redisProgram, startRedis} from '../../helpers/redis.ts';
import {startServer} from '../../helpers/stack.ts';

describe.skipIf(redisProgram === null)('counters in Redis', () => {
  test('account show prints the counts of all machines, and those of the store while Redis is away', async () => {
    const redis = await startRedis(redisProgram!);
    const [there, here] = [ownStore(), ownStore()];
    const server = await startServer(there.dataDir, {
      LOG_LEVEL: 'silent',
      WORKERS: '1',
      REDIS_URL: redis.url,
      // On a loaded machine a command may take longer than a response waits for it.
      REDIS_WAIT_MS: '20000',
    });
    try {
      const {key} = there.account({month: 9});
      const {name} = here.accounts.byId(here.account({month: 9}).id)!;
      for (let i = 0; i < 3; i++) await get(server.base, COUNTED, key);
      const shown = async () => {
        const env = {DATA_DIR: here.dataDir, REDIS_URL: redis.url};
        const {code, stdout, stderr} = await runAdmin(['account', 'show', name], env, new Date());
        return [code, /^month +(\d+) +(\d+)/m.exec(stdout)?.slice(1), stderr];
      };
      expect(await shown()).toEqual([0, ['3', '9'], '']);
      await redis.kill();
      expect(await shown()).toEqual([
        0,
        ['0', '9'],
        'Redis cannot be reached: the windows are those of the store\n',
      ]);
    } finally {
      await server.stop();
      await redis.end();
      there.close();
      here.close();
    }
  });
});
