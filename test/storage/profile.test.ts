/**
 * Keys, region and endpoint from a profile, as the command line of AWS takes them; and what requests carry.
 */
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {expect, test} from 'vitest';
import {ended, start} from '../helpers/child_programs.ts';
import {deferCleanup} from '../helpers/cleanup.ts';

interface Seen {
  line: string;
  headers: IncomingHttpHeaders;
}

/** A store that answers every request with an empty list, and remembers it. */
async function listener(): Promise<{url: string; seen: Seen[]}> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    await buffer(request);
    seen.push({line: `${request.method} ${request.url}`, headers: request.headers});
    response.writeHead(200, {'content-type': 'application/xml'});
    response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  deferCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen};
}

/** Lists a bucket, and removes an object of it. */
const PROGRAM = `
  import {openS3} from '${new URL('../../storage/s3_store.ts', import.meta.url)}';
  const store = openS3('s3://builds.example.org/some', 'PUBLISH_TO');
  for await (const one of store.list('x')) console.log(one);
  await store.remove(['x/1']);
  store.close();
`;

async function run(env: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'));
  deferCleanup(() => rm(folder, {recursive: true, force: true}));
  const program = join(folder, 'list.ts');
  await writeFile(program, PROGRAM);
  const config = join(folder, 'config');
  await writeFile(config, env['CONFIG'] ?? '');
  const {code, text} = await ended(
    start(program, {...env, AWS_CONFIG_FILE: config, AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none')}),
  );
  expect([code, text]).toEqual([0, '']);
}

test('a profile names key, region and endpoint; bucket names with dots need no name of a host', async () => {
  const {url, seen} = await listener();
  await run({
    AWS_PROFILE: 'open-data',
    CONFIG: `[profile open-data]
region = ca-central-1
endpoint_url = ${url}
aws_access_key_id = ours
aws_secret_access_key = secret
`,
  });
  expect(seen.map(({line}) => line.split('?')[0])).toEqual([
    'GET /builds.example.org/',
    'POST /builds.example.org/',
  ]);
  for (const {headers} of seen)
    expect(headers.authorization).toMatch(/Credential=ours\/\d+\/ca-central-1\/s3/);
  // Where many objects are removed, stores want one of these.
  expect(seen[1]!.headers['content-md5']).toMatch(/^[\w+/]{22}==$/);
});

test.each([
  ['AWS_REGION', {AWS_REGION: 'eu-north-1'}, 'eu-north-1'],
  ['AWS_DEFAULT_REGION', {AWS_DEFAULT_REGION: 'eu-west-3'}, 'eu-west-3'],
  ['nothing', {}, 'us-east-1'],
])('the region of %s', async (_, env, region) => {
  const {url, seen} = await listener();
  await run({
    AWS_ACCESS_KEY_ID: 'mine',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_S3: url,
    ...(env as Record<string, string>),
  });
  expect(seen[0]!.headers.authorization).toContain(`/${region}/s3`);
});
