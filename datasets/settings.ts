/** Every environment setting, one row each; the documents list them. */

interface Setting {
  default: string;
  help: string;
}

/** Stands in USER_AGENT where CONTACT is blank. */
export const NO_CONTACT = 'no contact address set';

export const SETTINGS = {
  DATA_DIR: {default: 'data', help: 'where raw files, parts, builds and the key store lie'},
  HOST: {default: '127.0.0.1', help: 'address the service listens on'},
  PORT: {default: '8080', help: 'port of the service; 0 takes a free one'},
  API_ORIGIN: {
    default: '',
    help: 'address by which browsers, programs and tool clients reach the service, e.g. https://data.example.org; empty: http://HOST:PORT',
  },
  ACCOUNT_PORT: {
    default: '',
    help: 'second port of earlier releases, for this release only: its addresses are redirected to those of PORT; empty: none',
  },
  ACCOUNT_ORIGIN: {default: '', help: 'gone: API_ORIGIN is the address of accounts and tools, too'},
  TOOL_ORIGINS: {
    default: '',
    help: 'addresses of web pages that may call the tool server beside its own, separated by commas, e.g. https://client.example.org; empty: none',
  },
  PROXIES: {
    default: '0',
    help: 'reverse proxies before the service, each of which adds to X-Forwarded-For; 0: the header is not believed',
  },
  SOURCES: {default: '', help: 'slugs to ingest, separated by commas; empty: all'},
  ACCEPT_LICENCE: {
    default: '',
    help: 'slugs of sources to publish although their licence is unclear, separated by commas: docs/DATASETS.md names them; empty: none',
  },
  MIRROR: {
    default: '',
    help: 'folder that replaces the network: a folder per source slug, or any folder with MIRROR_MAP',
  },
  MIRROR_MAP: {default: '', help: 'JSON file that names the files of each source below MIRROR'},
  MIRROR_REREAD: {
    default: 'off',
    help: 'on: all files of MIRROR are read; off: not those whose size, times, inode and device are the same as when they were last read',
  },
  INBOX: {
    default: '',
    help: 'drop folders: what lies in `<INBOX>/<slug>/` is read instead of the network for that source alone; empty: DATA_DIR/inbox',
  },
  CONTACT: {
    default: '',
    help: 'your address, by e-mail or on the web: fetching gives it to publishers in USER_AGENT, so that they can write instead of refusing, and pages and `/.well-known/security.txt` give it to readers',
  },
  SMTP_URL: {
    default: '',
    help: 'mail server for messages to accounts, e.g. smtps://user:password@mail.example.org. With smtp: the server must offer STARTTLS, unless it is on this machine or ?requireTLS=false ends the address. Empty: messages become .eml files in DATA_DIR/mail, addresses are not confirmed, and no link can reset a password',
  },
  MAIL_FROM: {
    default: '',
    help: 'sender of these messages, e.g. Public Data <accounts@example.org>; SMTP_URL needs it',
  },
  WEBHOOK_ALLOW: {
    default: '',
    help: 'places, `host:port`, separated by commas, that webhooks of saved searches may call although they are not public, and by http; for tests and for services of your own. Empty: public addresses by https alone',
  },
  USER_AGENT: {
    // Browser-like: donnees.montreal.ca refuses others with 403 (seen in 2026).
    default: `Mozilla/5.0 (compatible; federal-public-data/0.1; ${NO_CONTACT})`,
    help: 'how fetching names itself to publishers; keep the form of a browser, which some ask for',
  },
  EXTRA_CA: {
    default: '',
    help: 'PEM file of certificates that are trusted beside those of the system, for servers that leave out an intermediate one',
  },
  FETCH_PER_HOST: {default: '2', help: 'requests at a time to one host'},
  FETCH_TOTAL: {default: '8', help: 'requests at a time in all'},
  FETCH_RETRIES: {default: '5', help: 'further tries after 429, 5xx, resets and stalls'},
  FETCH_STALL_MS: {
    default: '60000',
    help: 'a transfer without a byte for so long is aborted and resumed',
  },
  FETCH_SOURCE_MS: {default: '7200000', help: 'longest time for all files of one source'},
  PROBE_MS: {default: '20000', help: 'longest time of one request of `make probe`'},
  FETCH_MAX_BYTES: {default: '8000000000', help: 'largest file that is accepted'},
  UNPACK_MAX_BYTES: {default: '8000000000', help: 'largest size to which one member of a zip may unpack'},
  ANALYSE_URL: {
    default: '',
    help: 'base address of an OpenAI-compatible endpoint for `make analyse`, e.g. https://api.example.org/v1; empty: off',
  },
  ANALYSE_KEY: {default: '', help: 'its key, sent as a bearer token; empty: none'},
  ANALYSE_MODEL: {default: '', help: 'model to request; empty: off'},
  ANALYSE_BUDGET: {default: '200', help: 'most requests of one run, repeated ones included'},
  MEMORY_MB: {
    default: '1000',
    help: 'memory bound of all databases inside an ingest together; they spill to DATA_DIR/tmp beyond. The process around them takes up to 600 MB more',
  },
  COMPILE_MEMORY_MB: {
    default: '1600',
    help: 'memory bound of the databases that compile the index; they spill to the build folder beyond. Large builds are compiled by two threads, which share it; their process takes up to 2,000 MB beside it',
  },
  ACCEPT: {
    default: '',
    help: 'slugs of sources, separated by commas, whose new files are right although the gate refused them: for one run',
  },
  KEEP_BUILDS: {default: '3', help: 'newest builds that are kept on disk, the current one included'},
  CHANGES_DAYS: {
    default: '90',
    help: 'days for which builds keep the changes to records: `/changes`, histories and exports of changes go back this far',
  },
  PUBLISH_TO: {
    default: '',
    help: 'bucket to which `make ingest` publishes each build, and `make static` its site, e.g. s3://bucket/prefix; an ingest goes on from the build there. Key and endpoint: the variables AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL_S3, or AWS_PROFILE; empty: none',
  },
  SIGN_KEY: {
    default: '',
    help: 'private Ed25519 key that builds are signed with: path of a PEM file, or its text; empty: builds are not signed. docs/OPERATE.md shows how to make one',
  },
  VERIFY_KEY: {
    default: '',
    help: 'public Ed25519 keys: one of them must have signed each build that is fetched or served. Path of a PEM file with one or several keys, or its text; empty: builds need no signature',
  },
  COMMIT: {
    default: '',
    help: 'commit of the code, which signatures of builds state; empty: the commit of the Git checkout, if there is one',
  },
  QUORUM: {
    default: '0',
    help: 'replicas that must have fetched and opened a build before it becomes the current one of the bucket',
  },
  QUORUM_WAIT_MS: {default: '600000', help: 'longest wait for them; then the build before stays'},
  QUEUE_URL: {
    default: '',
    help: 'Redis or Valkey with the jobs of `make ingest`, on which any number of `make worker` work, e.g. redis://:password@host:6379/0; it needs PUBLISH_TO, where files and parts lie, too; empty: one process does all',
  },
  WORKER_JOBS: {
    default: '2',
    help: 'parts that one `make worker` makes at a time, as far as MEMORY_MB allows, each in a process of its own',
  },
  WORKER_FETCHES: {default: '4', help: 'sources that one `make worker` fetches at a time'},
  QUEUE_LOCK_MS: {
    default: '30000',
    help: 'after so long the jobs of a worker that is gone are taken up by others; an ingest compares queue and bucket six times as often',
  },
  FOLLOW: {
    default: '',
    help: 'bucket whose current build `make serve` fetches and serves, e.g. s3://bucket/prefix; empty: the build in DATA_DIR alone',
  },
  FOLLOW_MS: {default: '2000', help: 'how often that bucket is asked for a newer build'},
  REPLICA: {default: '', help: 'name of this replica among those that follow; empty: host name and port'},
  READY_WHILE_STAGING: {
    default: 'on',
    help: 'off: `/readyz` answers 503 while a build is being fetched and opened, so that a balancer spares the machine',
  },
  DRAIN_MS: {
    default: '0',
    help: 'how long a server that is told to stop goes on answering, with `/readyz` 503, so that balancers notice',
  },
  PREVIOUS_BUILD_MS: {
    default: '600000',
    help: 'how long the build before stays open after a switch: pages that were begun in it are continued in it',
  },
  METRICS_TOKEN: {
    default: '',
    help: 'bearer token with which Prometheus may read `/metrics`; empty: there is no such path',
  },
  OCID_PREFIX: {
    default: 'ocds-000000',
    help: 'prefix of the ids of contracting processes in `/export/ocds`. The Open Contracting Partnership registers prefixes; the default is not registered',
  },
  SITE: {default: 'on', help: 'off: there are no pages for people'},
  SITE_PER_MINUTE: {
    default: '600',
    help: 'pages that one client address may open in a minute, a picture of a chart being five, and ten times as many tiles of the map; 0: any number. PROXIES says how many addresses of X-Forwarded-For to believe',
  },
  SITE_THREADS: {
    default: '1',
    help: 'threads that make pages for people, at least one, so that they never hold up the API; when a hundred pages of one client address wait for each, more are answered 503. One of them has accounts, OAuth and the tools',
  },
  SITE_CACHE_MB: {
    default: '16',
    help: 'memory in which each of these threads keeps charts, histograms and counts of values for other pages under the same filters, for each open build; 0: none',
  },
  DATA_FILES: {
    default: 'off',
    help: 'whether `/data/<build>/` answers the files of open builds, Parquet and manifest, whole or by ranges. keys: with keys of the tiers that export, counted as exports; public: without a key, for one client address ten times as many requests in a minute as SITE_PER_MINUTE says; off: not at all',
  },
  BASEMAP_STYLE_URL: {
    default: '',
    help: 'address of a MapLibre style that the map of the site has as its ground, e.g. https://maps.example.org/style.json; its tiles, glyphs and images must come from the same origin. Empty: the ground of BASEMAP_PMTILES, which needs no other host',
  },
  BASEMAP_PMTILES: {
    default: '',
    help: 'path of a PMTiles file with the layers of a Protomaps basemap, which the map of the site has as its ground. Empty: coasts, lakes, rivers, borders and names of Canada, which the program has with it',
  },
  QUERY_MS: {
    default: '2000',
    help: 'milliseconds of processor time that one request may take for its queries; above it, it is answered 503 `QUERY_TOO_EXPENSIVE`. 0: any time. The dearest of 22,000 tried at national scale takes 50',
  },
  WORKERS: {default: '0', help: 'threads that answer requests; 0: one for each processor'},
  ROWS_IN_MEMORY: {
    default: 'on',
    help: 'on: the fields of list items are kept in memory; off: they are read from their files, which takes less memory and makes scattered pages slower',
  },
  REDIS_URL: {
    default: '',
    help: 'Redis or Valkey in which all machines count requests, e.g. redis://:password@host:6379/0; empty: each process counts for itself',
  },
  REDIS_WAIT_MS: {
    default: '100',
    help: 'longest wait for it before a request is counted in the process alone',
  },
  SCALE: {default: 'small', help: 'size of the generated corpus: small or national'},
  SEED: {default: '1', help: 'seed of the generated corpus; the same seed gives the same bytes'},
  OUT: {default: '', help: 'folder of the generated corpus; empty: DATA_DIR/corpus/SCALE'},
  LOG: {
    default: '',
    help: 'json: `make ingest` and `make analyse` print their events as JSON lines; empty: lines for people, live ones on a terminal',
  },
  NO_COLOR: {default: '', help: 'any text: no colours on a terminal'},
  LOG_LEVEL: {default: 'info', help: 'silent, error, warn, info or debug'},
} as const satisfies Record<string, Setting>;

export type Settings = Record<keyof typeof SETTINGS, string>;

/** The effective settings: non-blank values of `env`, else the defaults. */
export function settings(env: Record<string, string | undefined>): Settings {
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([name, row]) => [name, env[name]?.trim() || row.default]),
  ) as Settings;
}

/** A numeric setting; throws with its name and the remedy. */
export function numeric(all: Settings, name: keyof Settings): number {
  const value = Number(all[name]);
  if (!Number.isFinite(value) || value < 0) {
    throw new Error(
      `setting ${name} must be a number of at least 0, got "${all[name]}": correct the environment`,
    );
  }
  return value;
}

/** A setting that has one of these values; throws with its name and the remedy. */
export function choiceOf<const T extends string>(
  all: Settings,
  name: keyof Settings,
  values: readonly T[],
): T {
  const value = values.find((one) => one === all[name]);
  if (value !== undefined) return value;
  const allowed = values.join(' or ');
  throw new Error(`setting ${name} must be ${allowed}, got "${all[name]}": correct the environment`);
}

/** A setting that is `on` or `off`; throws as `choiceOf`. */
export const isOn = (all: Settings, name: keyof Settings): boolean =>
  choiceOf(all, name, ['on', 'off']) === 'on';

/** The text if it is an origin (scheme and host only); throws with the setting's name and the remedy. */
export function checkedOrigin(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url && (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === text;
  if (!plain) {
    throw new Error(
      `setting ${name} must be an address like https://accounts.example.org without a path, got "${text}": correct the environment`,
    );
  }
  return url.origin;
}

/** A setting that is an origin, or `fallback` if blank; throws with its name and the remedy. */
export const originOf = (all: Settings, name: keyof Settings, fallback: string): string =>
  checkedOrigin(all[name] || fallback, name);

/** A setting that is an http or https address, or null if blank; throws with its name and the remedy. */
export function addressOf(all: Settings, name: keyof Settings): string | null {
  const text = all[name];
  if (text === '') return null;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href;
  throw new Error(
    `setting ${name} must be an address like https://maps.example.org/style.json, got "${text}": correct the environment`,
  );
}

/** An address, or a name and an address in angle brackets. No commas: they separate addresses. */
const SENDER = /^(?:[^<>\r\n,;"]* <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;

/** How messages leave: `url` null for files. Throws with the name of the setting and the remedy. */
export function mailOf(all: Settings): {url: string | null; from: string} {
  const [url, from] = [all.SMTP_URL, all.MAIL_FROM];
  if (url !== '' && !(URL.canParse(url) && /^smtps?:$/.test(new URL(url).protocol))) {
    // It may hold a password, which must not be in a log.
    throw new Error(
      'setting SMTP_URL must be an address like smtps://user:password@mail.example.org: correct the environment',
    );
  }
  if ((url !== '' || from !== '') && !SENDER.test(from)) {
    throw new Error(
      `setting MAIL_FROM must be an address like Public Data <accounts@example.org>, got "${from}": correct the environment`,
    );
  }
  return {url: url || null, from: from || 'accounts@localhost'};
}

/** Places that webhooks may call although they are not public. */
export const hookPlacesOf = (all: Settings): ReadonlySet<string> =>
  new Set(
    all.WEBHOOK_ALLOW.split(',')
      .map((place) => place.trim())
      .filter(Boolean),
  );

/** A setting that is a comma-separated list of origins; throws with its name and the remedy. */
export const originsOf = (all: Settings, name: keyof Settings): string[] =>
  all[name]
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => checkedOrigin(text, name));
