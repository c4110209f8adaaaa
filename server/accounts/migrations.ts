/** The schema of the account store as an ordered list of migrations. A released migration never changes. */

/**
 * Migration n upgrades a file of version n - 1 (`PRAGMA user_version`) to version n. Times are ISO 8601 in
 * UTC with milliseconds, so that they sort as text. No secret is stored: tokens as SHA-256 in hex, passwords
 * as scrypt.
 */
export const MIGRATIONS: readonly string[] = [
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
  // 11: saved searches, what of them changed from build to build, and who looks for it. `build` is the one that
  // a search was compared with last; of equal lists the changes are stored once. `secret` signs messages to the
  // address of its owner and opens nothing here; `token`, a hash, opens a feed.
  `
  CREATE TABLE searches (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    list TEXT NOT NULL,
    language TEXT NOT NULL,
    cadence TEXT NOT NULL,
    channel TEXT NOT NULL,
    address TEXT,
    secret TEXT,
    token TEXT UNIQUE,
    state TEXT NOT NULL DEFAULT 'on',
    build TEXT NOT NULL,
    told INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    due_at TEXT,
    sent_at TEXT
  ) STRICT;
  CREATE INDEX searches_of_account ON searches (account);
  CREATE INDEX searches_by_list ON searches (list) WHERE state = 'on';
  CREATE INDEX searches_due ON searches (due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE search_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    list TEXT NOT NULL,
    since TEXT NOT NULL,
    build TEXT NOT NULL,
    built_at TEXT NOT NULL,
    counts TEXT NOT NULL,
    records TEXT NOT NULL,
    made_at TEXT NOT NULL,
    UNIQUE (list, since, build)
  ) STRICT;
  CREATE INDEX search_changes_by_time ON search_changes (made_at);

  CREATE TABLE search_runs (
    build TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    until TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE mail_tokens ADD COLUMN search INTEGER;
  `,
  // 12: accounts that may see the page of the operator.
  'ALTER TABLE accounts ADD COLUMN operator INTEGER NOT NULL DEFAULT 0',
  // 13: what happens to accounts, written down by triggers. Rows of deleted accounts stay until they expire.
  `
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL,
    at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    event TEXT NOT NULL,
    detail TEXT
  ) STRICT;
  CREATE INDEX audit_of_account ON audit (account, id);
  CREATE INDEX audit_by_time ON audit (at);
  CREATE TRIGGER audit_session AFTER INSERT ON sessions BEGIN
    INSERT INTO audit (account, event) VALUES (NEW.account, 'signed_in');
  END;
  CREATE TRIGGER audit_key AFTER INSERT ON keys BEGIN
    INSERT INTO audit (account, event, detail) VALUES (NEW.account, 'key_made', NEW.shown);
  END;
  CREATE TRIGGER audit_key_end AFTER UPDATE OF revoked_at ON keys WHEN OLD.revoked_at IS NULL BEGIN
    INSERT INTO audit (account, event, detail) VALUES (NEW.account, 'key_revoked', NEW.shown);
  END;
  CREATE TRIGGER audit_passkey AFTER INSERT ON passkeys BEGIN
    INSERT INTO audit (account, event, detail) VALUES (NEW.account, 'passkey_added', NEW.name);
  END;
  CREATE TRIGGER audit_passkey_end AFTER DELETE ON passkeys BEGIN
    INSERT INTO audit (account, event, detail) VALUES (OLD.account, 'passkey_removed', OLD.name);
  END;
  CREATE TRIGGER audit_grant AFTER INSERT ON oauth_grants BEGIN
    INSERT INTO audit (account, event, detail)
    VALUES (NEW.account, 'client_connected', (SELECT name FROM oauth_clients WHERE id = NEW.client));
  END;
  CREATE TRIGGER audit_grant_end AFTER UPDATE OF revoked_at ON oauth_grants WHEN OLD.revoked_at IS NULL BEGIN
    INSERT INTO audit (account, event, detail)
    VALUES (NEW.account, 'client_disconnected', (SELECT name FROM oauth_clients WHERE id = NEW.client));
  END;
  CREATE TRIGGER audit_search AFTER INSERT ON searches BEGIN
    INSERT INTO audit (account, event, detail) VALUES (NEW.account, 'search_added', NEW.name);
  END;
  CREATE TRIGGER audit_search_end AFTER DELETE ON searches BEGIN
    INSERT INTO audit (account, event, detail) VALUES (OLD.account, 'search_removed', OLD.name);
  END;
  CREATE TRIGGER audit_password AFTER UPDATE OF password ON accounts
  WHEN OLD.password IS NOT NULL AND NEW.password IS NOT OLD.password BEGIN
    INSERT INTO audit (account, event) VALUES (NEW.id, 'password_changed');
  END;
  CREATE TRIGGER audit_name AFTER UPDATE OF name ON accounts WHEN NEW.name <> OLD.name BEGIN
    INSERT INTO audit (account, event, detail) VALUES (NEW.id, 'address_changed', NEW.name);
  END;
  CREATE TRIGGER audit_tier AFTER UPDATE OF tier ON accounts WHEN NEW.tier <> OLD.tier BEGIN
    INSERT INTO audit (account, event, detail) VALUES (NEW.id, 'tier_changed', NEW.tier);
  END;
  CREATE TRIGGER audit_quotas AFTER UPDATE OF month_quota, day_quota, minute_quota ON accounts BEGIN
    INSERT INTO audit (account, event) VALUES (NEW.id, 'quotas_changed');
  END;
  CREATE TRIGGER audit_operator AFTER UPDATE OF operator ON accounts WHEN NEW.operator <> OLD.operator BEGIN
    INSERT INTO audit (account, event) VALUES (NEW.id, 'operator_changed');
  END;
  CREATE TRIGGER audit_closed AFTER UPDATE OF closed ON accounts WHEN NEW.closed > OLD.closed BEGIN
    INSERT INTO audit (account, event) VALUES (NEW.id, 'closed');
  END;
  `,
  // 14: letters and webhooks are claimed apart: many of one would be passed over for each of the other.
  `
  DROP INDEX mail_due;
  CREATE INDEX letters_due ON mail (due_at, id) WHERE state IN ('waiting', 'sending') AND kind <> 'hook';
  CREATE INDEX hooks_due ON mail (due_at, id) WHERE state IN ('waiting', 'sending') AND kind = 'hook';
  `,
  // 15: a key has a number, by which its requests are counted: an account may have any number of active keys.
  // Triggers went with the table. What was used before was not counted by key.
  `
  CREATE TABLE keys_kept (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    shown TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL,
    revoked_at TEXT,
    last_used_at TEXT,
    limits TEXT,
    expires_at TEXT
  ) STRICT;
  INSERT INTO keys_kept (hash, shown, account, name, created_at, revoked_at, last_used_at, limits, expires_at)
    SELECT hash, shown, account, name, created_at, revoked_at, last_used_at, limits, expires_at
    FROM keys ORDER BY created_at, slot;
  DROP TABLE keys;
  ALTER TABLE keys_kept RENAME TO keys;
  CREATE INDEX keys_of_account ON keys (account);
  CREATE TRIGGER audit_key AFTER INSERT ON keys BEGIN
    INSERT INTO audit (account, event, detail) VALUES (NEW.account, 'key_made', NEW.shown);
  END;
  CREATE TRIGGER audit_key_end AFTER UPDATE OF revoked_at ON keys WHEN OLD.revoked_at IS NULL BEGIN
    INSERT INTO audit (account, event, detail) VALUES (NEW.account, 'key_revoked', NEW.shown);
  END;

  CREATE TABLE key_usage (
    key INTEGER NOT NULL REFERENCES keys (id),
    day TEXT NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (key, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX key_usage_by_day ON key_usage (day);
  `,
  // 16: keys of a lower tier than their account have windows of their own, in which their successors count on:
  // `line` is the first of them, null for itself.
  `
  ALTER TABLE keys ADD COLUMN tier TEXT;
  ALTER TABLE keys ADD COLUMN line INTEGER;
  CREATE TABLE key_windows (
    id INTEGER PRIMARY KEY,
    key INTEGER NOT NULL REFERENCES keys (id),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    used INTEGER NOT NULL,
    UNIQUE (key, kind, number)
  ) STRICT;
  `,
  // 17: members. A session acts for another account than that of its person while `acting` names one. Within a
  // transaction `actor` may have a row: who makes the changes that triggers write down.
  `
  CREATE TABLE members (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id),
    person INTEGER REFERENCES accounts (id),
    address TEXT NOT NULL,
    role TEXT NOT NULL,
    invited_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    accepted_at TEXT
  ) STRICT;
  CREATE UNIQUE INDEX members_of_account ON members (account, person) WHERE person IS NOT NULL;
  CREATE UNIQUE INDEX invitations_of_account ON members (account, address) WHERE person IS NULL;
  CREATE INDEX members_of_person ON members (person);
  CREATE INDEX invitations_by_address ON members (address) WHERE person IS NULL;
  ALTER TABLE sessions ADD COLUMN acting INTEGER;

  ALTER TABLE audit ADD COLUMN person INTEGER;
  CREATE TABLE actor (person INTEGER NOT NULL) STRICT;
  CREATE TRIGGER audit_person AFTER INSERT ON audit WHEN EXISTS (SELECT 1 FROM actor) BEGIN
    UPDATE audit SET person = (SELECT person FROM actor) WHERE id = NEW.id;
  END;
  CREATE TRIGGER audit_member AFTER INSERT ON members BEGIN
    INSERT INTO audit (account, event, detail)
    VALUES (NEW.account, 'member_invited', NEW.role || ' ' || NEW.address);
  END;
  CREATE TRIGGER audit_member_role AFTER UPDATE OF role ON members WHEN NEW.role <> OLD.role BEGIN
    INSERT INTO audit (account, event, detail)
    VALUES (NEW.account, 'member_changed', NEW.role || ' ' || NEW.address);
  END;
  CREATE TRIGGER audit_member_joined AFTER UPDATE OF person ON members WHEN OLD.person IS NULL BEGIN
    INSERT INTO audit (account, event, detail)
    VALUES (NEW.account, 'member_joined', NEW.role || ' ' || NEW.address);
  END;
  CREATE TRIGGER audit_member_end AFTER DELETE ON members BEGIN
    INSERT INTO audit (account, event, detail)
    VALUES (OLD.account, 'member_removed', OLD.role || ' ' || OLD.address);
  END;
  `,
];
