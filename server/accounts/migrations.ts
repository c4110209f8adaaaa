/** The schema of the account store as an ordered list of migrations. A released migration never changes. */
import {FIRST_MIGRATIONS} from './first_migrations.ts';

/**
 * Migration n upgrades a file of version n - 1 (`PRAGMA user_version`) to version n. Times are ISO 8601 in
 * UTC with milliseconds, so that they sort as text. No secret is stored: tokens as SHA-256 in hex, passwords
 * as scrypt.
 */
export const MIGRATIONS: readonly string[] = [
  ...FIRST_MIGRATIONS,
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
    FROM keys WHERE account IN (SELECT id FROM accounts) ORDER BY created_at, slot;
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
  CREATE INDEX members_by_account ON members (account);
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
