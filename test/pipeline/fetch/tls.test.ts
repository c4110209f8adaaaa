/** Certificates: an incomplete chain is refused with the remedy, and the remedy works. */
import {execFile} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {settings} from '../../../datasets/settings.ts';
import {createHttpClient} from '../../../pipeline/fetch/http.ts';
import {closing, csvOf, folder} from '../../helpers/fetching.ts';
import {LEFT_OUT, startTls} from '../../portals/tls.ts';

const PROGRAM = join(import.meta.dirname, '../../helpers/fetch_once.ts');

test('an incomplete chain is refused at once; with EXTRA_CA the file is fetched', async () => {
  const body = csvOf(5000);
  const {base} = await closing(startTls(body));
  const dataDir = await folder();
  const extra = join(dataDir, 'issuer.pem');
  await writeFile(extra, LEFT_OUT);
  const run = (more: Record<string, string>): Promise<string> => {
    const env = {PATH: process.env['PATH'], DATA_DIR: dataDir, URL: `${base}/rows.csv`, ...more};
    return new Promise((done) => {
      execFile(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {env}, (_, stdout) =>
        done(stdout),
      );
    });
  };
  const refused = await run({});
  expect(refused).toContain('source example, file rows.csv: failed: ');
  expect(refused).toContain('set EXTRA_CA to that file and run again');
  expect(refused).not.toContain('gave up');
  expect(JSON.parse(await run({EXTRA_CA: extra}))).toMatchObject([{bytes: body.length}]);
  // What Node is told to trust counts beside it.
  const other = join(dataDir, 'other.pem');
  await writeFile(other, LEFT_OUT.slice(LEFT_OUT.lastIndexOf('-----BEGIN')));
  expect(JSON.parse(await run({NODE_EXTRA_CA_CERTS: extra, EXTRA_CA: other}))).toMatchObject([{}]);
});

test('EXTRA_CA must name a PEM file', async () => {
  const path = join(await folder(), 'issuer.der');
  const client = () => createHttpClient({...settings({}), EXTRA_CA: path});
  expect(client).toThrow(`setting EXTRA_CA: ${path} cannot be read (ENOENT): name a PEM file`);
  await writeFile(path, 'x');
  expect(client).toThrow(`setting EXTRA_CA: ${path} holds no certificate: write it in the form PEM`);
});
