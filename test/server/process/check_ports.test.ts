/** What `make demo` looks at before it makes data: a taken port is told at once, with its setting. */
import {spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {type AddressInfo, createServer} from 'node:net';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {programCache} from '../../helpers/program_cache.ts';

const PROGRAM = fileURLToPath(new URL('../../../server/process/check_ports.ts', import.meta.url));

const check = (env: Record<string, string>) => {
  const args = ['--disable-warning=ExperimentalWarning', PROGRAM];
  const {status, stderr} = spawnSync(process.execPath, args, {
    env: {...process.env, ...programCache(), ...env},
    encoding: 'utf8',
  });
  return {status, stderr};
};

test('free ports pass, each taken one is named with its setting and the remedy', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  expect(check({PORT: '0'})).toEqual({status: 0, stderr: ''});
  for (const [name, other] of [
    ['PORT', 'ACCOUNT_PORT'],
    ['ACCOUNT_PORT', 'PORT'],
  ] as const) {
    expect(check({[name]: port, [other]: '0'})).toEqual({
      status: 1,
      stderr: `cannot listen on 127.0.0.1:${port}: the port is taken; set ${name} or stop what uses it\n`,
    });
  }
  server.close();
});
