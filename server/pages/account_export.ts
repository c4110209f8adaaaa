/** Everything that is stored about an account, for its owner: no secret, of which there are hashes alone. */
import type {Account} from '../accounts/accounts.ts';
import type {Tables} from '../accounts/tables.ts';

/** More than accounts have in the 400 days that are kept. */
const MOST_EVENTS = 100_000;

/** As plain data. Times are ISO 8601 in UTC; null for never. */
export function accountExport(tables: Tables, account: Account, now: Date) {
  const {id, name, tier, quotas, created_at, language, proof, unsubscribed, isOperator} = account;
  return {
    exported_at: now.toISOString(),
    account: {
      email: name,
      created_at,
      tier,
      quotas,
      language,
      address_confirmed: proof === 'given',
      takes_notices: !unsubscribed,
      is_operator: isOperator,
    },
    members: tables.members.ofAccount(id).map(({id: _, ...member}) => member),
    member_of: tables.members.ofPerson(id).map(({name: email, role}) => ({email, role})),
    keys: tables.keys.all(id),
    passkeys: tables.passkeys
      .ofAccount(id)
      .map(({name, created_at, last_used_at}) => ({name, created_at, last_used_at})),
    log: tables.audit.ofAccount(id, MOST_EVENTS),
    usage: tables.usage.since(id, ''),
    usage_by_key: tables.usage.ofKeysSince(id, '').map(({key: _, revoked_at: __, ...used}) => used),
    windows: tables.windows.of(id),
    sessions: tables.sessions.ofAccount(id),
    tool_clients: tables.grants.ofAccount(id),
    sign_in_networks: tables.places.ofAccount(id),
    saved_searches: tables.searches
      .ofAccount(id)
      .map(({account: _, secret: __, token: ___, told: ____, ...search}) => search),
    messages: tables.mail.ofAccount(id),
  };
}
