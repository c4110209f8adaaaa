/** The stored counts of a counter, an account's or a key's. */
import type {Database} from '../accounts/database.ts';
import {accountTables} from '../accounts/tables.ts';
import type {LoadWindows} from '../accounts/windows.ts';
import {isKeyCounter, ownerOf} from './counter_memory.ts';

export function storedWindows(database: Database): LoadWindows {
  const {windows, keyWindows} = accountTables({database});
  return (counter, numbers) => (isKeyCounter(counter) ? keyWindows : windows).get(ownerOf(counter), numbers);
}
