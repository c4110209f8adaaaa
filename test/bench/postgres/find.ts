/** Finds the programs of PostgreSQL 15, or has Debian's package installed where that is allowed. */
import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {IS_SMALLEST} from '../effort.ts';

export const VERSION = '15';
const PLACES = [`/usr/lib/postgresql/${VERSION}/bin`, `/usr/pgsql-${VERSION}/bin`];
const PACKAGES = [`postgresql-${VERSION}`, `postgresql-${VERSION}-postgis-3`];

/** Whether packages may be installed: not by a check, which runs what it finds. */
export const canInstall = (): boolean =>
  !IS_SMALLEST && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export const hasPostgres = (): boolean => programFolder() !== undefined;

/** Folder of `postgres`, `initdb` and `psql`. Throws with what to install where they cannot be had. */
export function findPostgres(): string {
  const folder = programFolder();
  if (folder) return folder;
  if (canInstall()) {
    install(PACKAGES);
    const now = programFolder();
    if (now) return now;
  }
  throw new Error(
    `PostgreSQL ${VERSION} with pg_trgm and PostGIS was not found in ${PLACES.join(' or ')}: install the packages ` +
      `${PACKAGES.join(' ')} (Debian 12: apt-get install ${PACKAGES.join(' ')})`,
  );
}

/** Installs Debian packages without questions; their services are not used. */
export function install(packages: readonly string[]): void {
  const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive'};
  execFileSync('apt-get', ['update'], {env, stdio: 'ignore'});
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {env, stdio: 'ignore'});
}

const EXTENSION = 'extension/postgis.control';

/** Where Debian and others keep what extensions declare. */
const SHARED = [`/usr/share/postgresql/${VERSION}`, `/usr/pgsql-${VERSION}/share`];

function programFolder(): string | undefined {
  if (!SHARED.some((folder) => existsSync(join(folder, EXTENSION)))) return undefined;
  return PLACES.find((folder) => existsSync(join(folder, 'initdb')));
}
