/**
 * A bucket that nginx serves from a folder: as good as free, so that what a reader takes is its own work. It
 * can only be read.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import {delimiter, join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {findFreePort} from '../../server/process/find_free_port.ts';
import {describeBuild, KEYS, type PublishedFile} from '../../storage/documents.ts';
import {parseLocation} from '../../storage/location.ts';

/** Debian installs it where only root's PATH looks. */
export const nginx =
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nginx'))
    .find((path) => existsSync(path)) ?? null;

export interface StaticBucket {
  /** Settings of the S3 client. */
  env: Record<string, string>;
  pid: number;
  stop(): Promise<void>;
}

const MISSING = '<Error><Code>NoSuchKey</Code><Message>no such key</Message></Error>';

/** Nothing outside `home` is written. */
const configOf = (home: string, port: number): string => `
worker_processes 1;
daemon off;
user root;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${home}/root;
    error_page 404 @missing;
    location @missing {
      internal;
      default_type application/xml;
      return 404 '${MISSING}';
    }
  }
}
`;

/** The documents of a location whose current build has these files, which are links to those of a folder. */
async function link(
  root: string,
  build: {id: string; folder: string; files: readonly PublishedFile[]},
): Promise<void> {
  const {id, folder, files} = build;
  const at = new Date().toISOString();
  await mkdir(join(root, KEYS.builds), {recursive: true});
  await mkdir(join(root, KEYS.objects), {recursive: true});
  const described = describeBuild({
    build_id: id,
    built_at: at,
    data_as_of: at,
    published_at: at,
    files: [...files],
  });
  await writeFile(join(root, KEYS.build(id)), JSON.stringify(described));
  await writeFile(join(root, KEYS.current), JSON.stringify({build_id: id, at, by: 'static bucket'}));
  const paths = new Map(files.map(({sha256, path}) => [sha256, path]));
  for (const [sha256, path] of paths) await symlink(join(folder, path), join(root, KEYS.object(sha256)));
}

/**
 * Serves a build as the current one of a location; `home` is a folder for its links and settings. Throws
 * without nginx.
 */
export async function startStaticBucket(
  location: string,
  home: string,
  build: {id: string; folder: string; files: readonly PublishedFile[]},
): Promise<StaticBucket> {
  if (!nginx)
    throw new Error('a bucket of files needs nginx: install it (Debian: nginx-light), then run again');
  const {bucket, prefix} = parseLocation(location, 'location');
  await link(join(home, 'root', bucket, prefix), build);
  const port = await findFreePort('127.0.0.1', 0);
  await writeFile(join(home, 'nginx.conf'), configOf(home, port));
  const child: ChildProcess = spawn(nginx, ['-c', join(home, 'nginx.conf'), '-p', home], {stdio: 'ignore'});
  const endpoint = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${endpoint}/${bucket}/${prefix}${KEYS.current}`).then(
      ({ok}) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: see ${home}/error.log`);
    await setTimeout(50);
  }
  const env = {
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ACCESS_KEY_ID: 'nobody-asks',
    AWS_SECRET_ACCESS_KEY: 'nobody-asks',
    AWS_REGION: 'us-east-1',
  };
  return {
    env,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(home, {recursive: true, force: true});
    },
  };
}
