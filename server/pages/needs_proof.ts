/** Whether an account has to prove its address first: before its first key, where there is mail. */
import type {Account} from '../accounts/accounts.ts';
import type {Tables} from '../accounts/tables.ts';
import type {AccountServices} from './account_services.ts';

export const needsProof = (
  {services, tables}: {services: AccountServices; tables: Pick<Tables, 'keys'>},
  {id, proof}: Account,
): boolean => Boolean(services.sendsMail) && proof !== 'given' && tables.keys.active(id).length === 0;
