/** Signed builds: what `make verify` and a replica with a key refuse. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {assertSigned, signBuild} from '../../builds/signed_build.ts';
import {KEYS} from '../../storage/documents.ts';
import {stageBuild} from '../../storage/stage_build.ts';
import {idOf, sha256, writeBuild} from '../helpers/published.ts';
import {A, B, publisherAndStore} from '../helpers/publisher.ts';
import {newPublisher} from '../helpers/signing.ts';
import {ROOT, run} from '../helpers/stack.ts';

const {here, folderOf, publish} = publisherAndStore();
const known = newPublisher();
const stranger = newPublisher();

/** A build of the publisher with its signature. */
async function signed(n: number, by = known): Promise<Manifest> {
  const manifest = writeBuild(here.publisher, n, {[A]: `one ${n}`, [B]: 'two'});
  await signBuild(folderOf(manifest), manifest, by.signing);
  return manifest;
}

/** Flips a bit in the middle of a file. */
function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
}

/** What is done to a signed build, and what is said of it. */
interface Case {
  name: string;
  harm: (folder: string) => Promise<void> | void;
  /** Of `make verify`; null: it reads the same list as the replica, and takes a second for it. */
  says: RegExp | null;
  /** Of a replica; null: publishing refuses such a build already. */
  replica: RegExp | null;
}

const signature = (folder: string) => join(folder, inBuild.signature);

const CASES: Case[] = [
  {
    name: 'a changed byte in a file of the manifest',
    harm: (folder) => flip(join(folder, A)),
    says: /contracts\.idx .*/,
    replica: null,
  },
  {
    name: 'a changed byte in the report, which no manifest lists',
    harm: (folder) => flip(join(folder, inBuild.report)),
    says: /report\.html is not the signed one/,
    replica: /is not as it was signed: report\.html is not the signed one/,
  },
  {
    name: 'a file more',
    harm: (folder) => writeFileSync(join(folder, 'more.txt'), ''),
    says: null,
    replica: /more\.txt is not signed/,
  },
  {
    name: 'a file less',
    harm: (folder) => rmSync(join(folder, inBuild.report)),
    says: null,
    replica: /report\.html is signed, and missing/,
  },
  {
    name: 'another manifest',
    harm: (folder) => appendFileSync(join(folder, inBuild.manifest), ' '),
    says: null,
    replica: /manifest\.json is not the signed one/,
  },
  {
    name: 'a changed byte in the signature',
    harm: (folder) => flip(signature(folder)),
    says: /was changed after it was signed|is no signature|another key/,
    replica: /was changed after it was signed|is no signature|another key/,
  },
  {
    name: 'no signature',
    harm: (folder) => rmSync(signature(folder)),
    says: /has no signature/,
    replica: /has no signature/,
  },
  {
    name: 'another key',
    harm: async (folder) => {
      rmSync(signature(folder));
      await signBuild(
        folder,
        JSON.parse(readFileSync(join(folder, inBuild.manifest), 'utf8')),
        stranger.signing,
      );
    },
    says: /is signed with another key/,
    replica: /is signed with another key/,
  },
  {
    name: 'the signature of another build',
    harm: async (folder) => copyFileSync(signature(folderOf(await signed(7))), signature(folder)),
    says: /is that of build 0{15}7/,
    replica: /is that of build 0{15}7/,
  },
];

const verify = (folder: string, key: string) =>
  run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'engine/cli/verify.ts', folder],
    {KEY: key},
    ROOT,
  );

test('a build that was signed passes, with its files, key and commit told', async () => {
  const folder = folderOf(await signed(1));
  const {code, stdout, stderr} = await verify(folder, known.public);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(
    `signed: 4 files, by urn:federal-public-data:publisher:${known.signing.signer.keyid}, of commit`,
  );
});

test.each(CASES.filter(({says}) => says))('$name is refused by verify', async ({harm, says}) => {
  const folder = folderOf(await signed(1));
  await harm(folder);
  const {code, stderr} = await verify(folder, known.public);
  expect([code, stderr]).toEqual([1, expect.stringMatching(says!)]);
});

/** Builds of the replica, and what of them is begun. */
const onReplica = () => readdirSync(dataPaths(here.replica).builds);

test.each(CASES.filter(({replica}) => replica))(
  '$name is not fetched by a replica with a key, which keeps its build',
  async ({harm, replica}) => {
    await publish(await signed(1));
    await stageBuild(here.store, idOf(1), here.replica, {keys: known.keys});
    const manifest = await signed(2);
    await harm(folderOf(manifest));
    await publish(manifest);
    here.store.calls = [];
    const staged = stageBuild(here.store, idOf(2), here.replica, {keys: known.keys});
    await expect(staged).rejects.toThrow(replica!);
    expect(onReplica()).toEqual([idOf(1)]);
    await assertSigned(dataPaths(here.replica).build(idOf(1)), known.keys);
    // Without a key it is as ever.
    await stageBuild(here.store, idOf(2), here.replica);
    await expect(assertSigned(dataPaths(here.replica).build(idOf(2)), null)).resolves.toBeUndefined();
  },
);

test('a bucket that names another object of a file is refused, before the object is fetched', async () => {
  await publish(await signed(1));
  const key = KEYS.build(idOf(1));
  const document = JSON.parse(here.store.objects.get(key)!.body.toString());
  const forged = 'forged';
  const file = document.files.find(({path}: {path: string}) => path === A);
  Object.assign(file, {bytes: forged.length, sha256: sha256(forged)});
  await here.store.write(key, JSON.stringify(document), 'any');
  await here.store.write(KEYS.object(sha256(forged)), forged, 'any');
  await stageBuild(here.store, idOf(1), join(here.root, 'trusting'));
  const staged = stageBuild(here.store, idOf(1), here.replica, {keys: known.keys});
  await expect(staged).rejects.toThrow(`${A} is not the signed one`);
  expect(existsSync(dataPaths(here.replica).builds)).toBe(false);
});

test('with a key, files that the machine has are taken over by their hash, not by their size', async () => {
  await publish(await signed(1));
  const stage = (n: number) => stageBuild(here.store, idOf(n), here.replica, {keys: known.keys});
  const [first, second] = [1, 2].map((n) => dataPaths(here.replica).build(idOf(n)));
  await stage(1);
  flip(join(first!, A));
  await stage(1);
  expect(readFileSync(join(first!, A), 'utf8')).toBe('one 1');
  flip(join(first!, B));
  await publish(await signed(2));
  await stage(2);
  // Both builds have this file.
  expect(readFileSync(join(second!, B), 'utf8')).toBe('two');
});

test('a build on the disk that another one signed, or nobody, is not opened', async () => {
  const own = folderOf(await signed(1));
  await assertSigned(own, known.keys);
  await expect(assertSigned(own, stranger.keys)).rejects.toThrow('is signed with another key');
  appendFileSync(join(own, inBuild.manifest), ' ');
  await expect(assertSigned(own, known.keys)).rejects.toThrow('manifest.json is not the signed one');
  const bare = folderOf(writeBuild(here.publisher, 2, {[A]: 'x'}));
  await expect(assertSigned(bare, known.keys)).rejects.toThrow('has no signature');
});
