/** The first ten migrations of the account store. A released migration never changes. */

/** Migrations 1 to 10, as `migrations.ts` explains them. */
export const FIRST_MIGRATIONS: readonly string[] = [
  // 1: the tables of files that predate versioning.
  `
  CREATE TABLE IF NOT EXISTS accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    tier TEXT NOT NULL,
    created_at TEXT NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS keys (
    hash TEXT PRIMARY KEY,
    shown TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id),
    created_at TEXT NOT NULL,
    revoked_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS active_key ON keys (account) WHERE revoked_at IS NULL;
  `,
  // 2: passwords, custom quotas, counts, sessions and tool clients.
  `
  ALTER TABLE accounts ADD COLUMN password TEXT;
  ALTER TABLE accounts ADD COLUMN month_quota INTEGER;
  ALTER TABLE accounts ADD COLUMN day_quota INTEGER;
  ALTER TABLE accounts ADD COLUMN minute_quota INTEGER;
  ALTER TABLE keys ADD COLUMN last_used_at TEXT;
  CREATE INDEX keys_of_account ON keys (account);

  CREATE TABLE usage (
    account INTEGER NOT NULL REFERENCES accounts (id),
    day TEXT NOT NULL,
    operation_group TEXT NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (account, day, operation_group)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_by_day ON usage (day);

  CREATE TABLE windows (
    account INTEGER NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (account, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    account INTEGER REFERENCES accounts (id),
    csrf TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_of_account ON sessions (account);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);

  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX attempts_of_subject ON attempts (kind, subject, at);
  CREATE INDEX attempts_by_time ON attempts (at);

  CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE oauth_pending (
    hash TEXT PRIMARY KEY,
    request TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE oauth_grants (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    client TEXT NOT NULL REFERENCES oauth_clients (id),
    scope TEXT NOT NULL,
    resource TEXT NOT NULL,
    created_at TEXT NOT NULL,
    revoked_at TEXT
  ) STRICT;
  CREATE INDEX grants_of_account ON oauth_grants (account);

  CREATE TABLE oauth_codes (
    hash TEXT PRIMARY KEY,
    grant_id INTEGER NOT NULL REFERENCES oauth_grants (id),
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE oauth_tokens (
    hash TEXT PRIMARY KEY,
    grant_id INTEGER NOT NULL REFERENCES oauth_grants (id),
    kind TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tokens_of_grant ON oauth_tokens (grant_id);
  `,
  // 3: one-time passwords set by an operator: 0 none, 1 unused, 2 used.
  `
  ALTER TABLE accounts ADD COLUMN one_time INTEGER NOT NULL DEFAULT 0;
  `,
  // 4: sessions hold sign-ins only; visitors are not stored, and CSRF tokens derive from the cookie.
  `
  DROP TABLE sessions;
  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_of_account ON sessions (account);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);
  `,
  // 5: indexes to find unused grants and clients.
  `
  CREATE INDEX codes_of_grant ON oauth_codes (grant_id);
  CREATE INDEX grants_of_client ON oauth_grants (client);
  `,
  // 6: several windows of a kind are kept, in the order in which they came: a clock may jump away and back.
  `
  CREATE TABLE windows_kept (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    used INTEGER NOT NULL,
    UNIQUE (account, kind, number)
  ) STRICT;
  INSERT INTO windows_kept (account, kind, number, used) SELECT account, kind, number, used FROM windows;
  DROP TABLE windows;
  ALTER TABLE windows_kept RENAME TO windows;
  `,
  // 7: an account may have two active keys, one in each slot, so that programs change over without an outage.
  `
  DROP INDEX active_key;
  ALTER TABLE keys ADD COLUMN slot INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE keys ADD COLUMN name TEXT NOT NULL DEFAULT '';
  CREATE UNIQUE INDEX active_key ON keys (account, slot) WHERE revoked_at IS NULL;
  `,
  // 8: mail: what is due and what was sent, the tokens of its links, networks from which accounts signed in.
  // `proof` of the address: 0 never asked for, 1 asked for, 2 given. A message is `waiting`, `sending` until
  // `due_at`, then `sent`, `failed` or `dropped`; `handed` while its server may have it without having said so.
  `
  ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
  ALTER TABLE accounts ADD COLUMN proof INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN unsubscribed_at TEXT;

  CREATE TABLE mail (
    id INTEGER PRIMARY KEY,
    message_id TEXT NOT NULL UNIQUE,
    occasion TEXT UNIQUE,
    kind TEXT NOT NULL,
    account INTEGER REFERENCES accounts (id),
    recipient TEXT NOT NULL,
    language TEXT NOT NULL,
    parts TEXT NOT NULL,
    created_at TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    due_at TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    handed INTEGER NOT NULL DEFAULT 0,
    unsure INTEGER NOT NULL DEFAULT 0,
    ended_at TEXT,
    why TEXT
  ) STRICT;
  CREATE INDEX mail_due ON mail (due_at, id) WHERE state IN ('waiting', 'sending');
  CREATE INDEX mail_ended ON mail (ended_at);
  CREATE INDEX mail_of_account ON mail (account);

  CREATE TABLE mail_tokens (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id),
    address TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX mail_tokens_of_account ON mail_tokens (account, purpose);
  CREATE INDEX mail_tokens_by_expiry ON mail_tokens (expires_at);

  CREATE TABLE places (
    account INTEGER NOT NULL REFERENCES accounts (id),
    network TEXT NOT NULL,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    PRIMARY KEY (account, network)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX places_by_time ON places (last_at);
  `,
  // 9: keys that may do less than their account.
  `
  ALTER TABLE keys ADD COLUMN limits TEXT;
  ALTER TABLE keys ADD COLUMN expires_at TEXT;
  `,
  // 10: passkeys.
  `
  CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX passkeys_of_account ON passkeys (account);
  `,
];
