/** Hostile bytes: files of a build, cursors and the account store, damaged at random. */
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {damagedAccounts} from './damaged_accounts.ts';
import {type Check, damagedBuild} from './damaged_build.ts';
import type {Kind} from './kind.ts';

const KINDS = ['index', 'parquet', 'manifest', 'cursor', 'accounts'] as const;

export const bytes: Kind = {
  name: 'bytes',
  promise:
    'A damaged index, Parquet file, manifest, cursor or account store gives an error with a remedy, or a 503. No answer is wrong; nothing hangs or crashes.',
  how: 'Bits are flipped; blocks are zeroed, overwritten and swapped; files are cut and lengthened. `make verify` reads them, and a server answers queries over them.',
  full: 5000,
  sample: 60,
  unmet: async () => null,
  async open({folder, seed, count}) {
    const accounts = join(folder, 'accounts');
    await mkdir(accounts);
    const {close, ...build} = await damagedBuild(folder, seed);
    const checks: Record<string, Check> = {...build, accounts: await damagedAccounts(accounts, seed)};
    const names = Array.from(
      {length: count},
      (_, at) => `${KINDS[at % KINDS.length]}:${Math.floor(at / KINDS.length)}`,
    );
    return {
      names,
      async run(name) {
        const [kind = '', number] = name.split(':');
        return `${kind}: ${await checks[kind]!(Number(number))}`;
      },
      close: async () => close(),
    };
  },
  mutants: [
    {
      what: 'the checksum of blocks',
      file: 'engine/file/checked_file.ts',
      find: 'this.#source.crc32(block) !== this.#checksums[number]',
      replace: 'this.#checksums[number] === undefined',
      count: 500,
      match: 'index:',
    },
    {
      what: 'the checksum of manifests',
      file: 'builds/manifest_text.ts',
      find: 'hashOf(text.slice(head.length)) === checksum',
      replace: 'true',
      count: 500,
      match: 'manifest:',
    },
    {
      what: 'the checksum of cursors',
      file: 'server/api/request/cursor.ts',
      find: 'c === checksumOf([q, p, n, b])',
      replace: 'c !== undefined',
      count: 500,
      match: 'cursor:',
    },
    {
      what: 'the check of the account store',
      file: 'server/accounts/store_files.ts',
      find: '        ? damageOf(',
      replace: '        ? ((_path: string, _check: string): string | null => null)(',
      count: 500,
      match: 'accounts:',
    },
  ],
};
