/** Publishing and fetching builds, over a store in memory. */
import {existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {rollBack} from '../../storage/builds.ts';
import {KEYS, readPointer} from '../../storage/documents.ts';
import {Conflict} from '../../storage/object_store.ts';
import {currentTag, publishBuild} from '../../storage/publish_build.ts';
import {stageBuild} from '../../storage/stage_build.ts';
import {idOf, sha256, writeBuild} from '../helpers/published.ts';
import {A, B, publisherAndStore} from '../helpers/publisher.ts';

const {here, now, options, folderOf, publish, objectKeys, current} = publisherAndStore();

const LARGE = Buffer.from(Array.from({length: 33 << 20}, (_, at) => (at * 7 + (at >> 13)) & 255));

describe('publishing', () => {
  test('a build is its objects, the document that names them, then `current`, in this order', async () => {
    const result = await publish(writeBuild(here.publisher, 1, {[A]: 'one', [B]: 'two'}));
    expect(result).toMatchObject({changed: true, objects: {all: 4, uploaded: 4}});
    const writes = here.store.calls
      .filter((call) => call.startsWith('write'))
      .map((call) => call.split(/[ /]/)[1]);
    expect(writes).toEqual(['objects', 'objects', 'objects', 'objects', 'builds', 'current']);
    expect(await current()).toBe(idOf(1));
  });

  test('only changed objects are sent, equal files once, and the catalogue never', async () => {
    await publish(
      writeBuild(here.publisher, 1, {[A]: 'one', [B]: 'same', 'parquet/contracts/x.parquet': 'same'}),
    );
    const before = new Set(objectKeys());
    expect(before.size).toBe(4);
    const result = await publish(writeBuild(here.publisher, 2, {[A]: 'new', [B]: 'same'}));
    const added = objectKeys().filter((key) => !before.has(key));
    expect(added).toContain(KEYS.object(sha256('new')));
    // The index, the manifest and the report.
    expect([added.length, result.objects.uploaded]).toEqual([3, 3]);
    expect(result.bytes.uploaded).toBe(
      added.reduce((sum, key) => sum + here.store.objects.get(key)!.body.length, 0),
    );
    expect(objectKeys()).not.toContain(KEYS.object(sha256('holds paths of this machine')));
  });

  test('of two publishers one wins, the other is told who', async () => {
    const [one, two] = [
      writeBuild(here.publisher, 1, {[A]: 'one'}),
      writeBuild(here.publisher, 2, {[A]: 'two'}),
    ];
    const both = await Promise.allSettled(
      [one, two].map((manifest) => publishBuild(here.store, folderOf(manifest), manifest, options(null))),
    );
    const lost = both.filter((one) => one.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason).toBeInstanceOf(Conflict);
    expect(String(lost[0]?.reason)).toMatch(
      /published build [0-9a-f]{16} at .* while this build was made: it stays unpublished, run again/,
    );
  });

  test('whoever began before another published is refused before anything is sent', async () => {
    const began = await currentTag(here.store);
    await publish(writeBuild(here.publisher, 1, {[A]: 'one'}));
    const sent = objectKeys().length;
    const late = writeBuild(here.publisher, 2, {[A]: 'late'});
    await expect(publishBuild(here.store, folderOf(late), late, options(began))).rejects.toBeInstanceOf(
      Conflict,
    );
    expect([objectKeys().length, await current()]).toEqual([sent, idOf(1)]);
  });

  test('a write of `current` whose answer was lost and that was sent again is not a defeat', async () => {
    const manifest = writeBuild(here.publisher, 1, {[A]: 'one'});
    const write = here.store.write;
    here.store.write = async (key, body, condition) => {
      const tag = await write(key, body, condition);
      // As the client sees it: the first attempt was carried out, the second met its own work.
      if (key === KEYS.current) throw new Conflict('current was changed by another writer');
      return tag;
    };
    expect(await publish(manifest)).toMatchObject({changed: true});
    await publish(writeBuild(here.publisher, 2, {[A]: 'two'}));
    await rollBack(here.store, idOf(1), now());
    expect(await current()).toBe(idOf(1));
  });

  test('an unchanged build sends nothing', async () => {
    const manifest = writeBuild(here.publisher, 1, {[A]: 'one'});
    await publish(manifest);
    here.store.calls = [];
    expect(await publish(manifest)).toMatchObject({changed: false, objects: {uploaded: 0}});
    expect(here.store.calls.filter((call) => call.startsWith('write'))).toEqual([]);
  });

  test('killed at every step, the next run completes, and readers see the old build or the new one', async () => {
    await publish(writeBuild(here.publisher, 1, {[A]: 'one', [B]: 'some'}));
    const next = writeBuild(here.publisher, 2, {[A]: 'two', [B]: 'other'});
    for (let step = 0; ; step++) {
      let calls = 0;
      here.store.before = () => {
        if (calls++ === step) throw new Error('killed');
      };
      const outcome = await publish(next).catch((error: Error) => error.message);
      here.store.before = () => {};
      const served = await current();
      if (typeof outcome !== 'string') break;
      expect([idOf(1), idOf(2)]).toContain(served);
      await stageBuild(here.store, served!, join(here.root, `replica-${step}`));
      if (served === idOf(2)) break;
    }
    expect(await current()).toBe(idOf(2));
    await stageBuild(here.store, idOf(2), here.replica);
  });

  test('a large file goes up in parts; a broken upload is continued, not begun again', async () => {
    const manifest = writeBuild(here.publisher, 1, {[B]: LARGE});
    const key = KEYS.object(sha256(LARGE));
    here.store.before = (call) => {
      if (call === `part ${key} 3`) throw new Error('cut');
    };
    await expect(publish(manifest)).rejects.toThrow('cut');
    here.store.before = () => {};
    here.store.calls = [];
    const result = await publish(manifest);
    expect(here.store.calls.filter((call) => call.startsWith('part'))).toEqual([`part ${key} 3`]);
    expect(result.bytes.uploaded).toBeLessThan(LARGE.length / 2);
    expect(here.store.objects.get(key)?.body.equals(LARGE)).toBe(true);
  });

  test.each([
    ['small', Buffer.from('one')],
    ['large', LARGE],
  ])('a damaged %s file is refused, and stored under no name', async (_, body) => {
    const manifest = writeBuild(here.publisher, 1, {[A]: body});
    const damaged = Buffer.from(body);
    damaged[1]! ^= 1;
    writeFileSync(join(folderOf(manifest), A), damaged);
    await expect(publish(manifest)).rejects.toThrow(
      `${join(folderOf(manifest), A)} is damaged, its hash is not the manifest's: run \`make ingest\``,
    );
    expect([objectKeys().includes(KEYS.object(sha256(body))), await current()]).toEqual([false, null]);
  });

  test('a missing or cut file is refused', async () => {
    const manifest = writeBuild(here.publisher, 1, {[A]: 'whole'});
    truncateSync(join(folderOf(manifest), A), 2);
    await expect(publish(manifest)).rejects.toThrow('has 2 bytes, its manifest says 5');
    rmSync(join(folderOf(manifest), A));
    await expect(publish(manifest)).rejects.toThrow('is missing: run `make ingest`');
  });

  test('with a quorum `current` moves when so many replicas have staged the build, else not at all', async () => {
    const manifest = writeBuild(here.publisher, 1, {[A]: 'one'});
    await expect(publish(manifest, {quorum: 2})).rejects.toThrow(
      '0 of 2 replicas staged build 0000000000000001 in time: current stays',
    );
    expect([await current(), (await readPointer(here.store, KEYS.next))?.build_id]).toEqual([null, idOf(1)]);
    for (const name of ['r1', 'r2']) await here.store.write(KEYS.stagedBy(idOf(1), name), '', 'any');
    await publish(manifest, {quorum: 2});
    expect(await current()).toBe(idOf(1));
  });
});

describe('fetching', () => {
  const staged = () => readdirSync(dataPaths(here.replica).builds).filter((name) => name.startsWith('.'));

  test('a build arrives byte for byte; files that earlier builds have are linked', async () => {
    const first = writeBuild(here.publisher, 1, {[A]: 'one', [B]: LARGE});
    await publish(first);
    expect(await stageBuild(here.store, idOf(1), here.replica)).toMatchObject({
      bytes: {all: expect.any(Number)},
    });
    await publish(writeBuild(here.publisher, 2, {[A]: 'two', [B]: LARGE}));
    const {bytes} = await stageBuild(here.store, idOf(2), here.replica);
    expect(bytes.downloaded).toBeLessThan(5000);
    for (const n of [1, 2]) {
      for (const path of [A, B, inBuild.manifest, inBuild.report]) {
        const [from, to] = [here.publisher, here.replica].map((dir) =>
          join(dataPaths(dir).build(idOf(n)), path),
        );
        expect(readFileSync(to!).equals(readFileSync(from!))).toBe(true);
      }
    }
    const inode = (n: number) => statSync(join(dataPaths(here.replica).build(idOf(n)), B)).ino;
    expect([inode(1) === inode(2), staged()]).toEqual([true, []]);
    expect(existsSync(join(dataPaths(here.replica).build(idOf(1)), inBuild.catalogue))).toBe(false);
  });

  test('what is there is not fetched again', async () => {
    await publish(writeBuild(here.publisher, 1, {[A]: 'one'}));
    await stageBuild(here.store, idOf(1), here.replica);
    here.store.calls = [];
    expect((await stageBuild(here.store, idOf(1), here.replica)).bytes.downloaded).toBe(0);
    expect(here.store.calls).toEqual([`read ${KEYS.build(idOf(1))}`]);
  });

  test('the largest files are fetched first, eight at a time', async () => {
    const sizes = [5000, 80, 12_000, 700, 40_000, 3, 2500, 30_000, 9000, 150, 20_000, 60];
    const bodies = sizes.map((size, n) => Buffer.alloc(size, n + 1));
    const paths = bodies.map((_, n) => `parquet/contracts/source_${n}.parquet`);
    await publish(
      writeBuild(here.publisher, 1, Object.fromEntries(paths.map((path, n) => [path, bodies[n]!]))),
    );
    const opened: number[] = [];
    const gate = Promise.withResolvers<void>();
    here.store.before = (call) => {
      const [what, key] = call.split(' ');
      if (what !== 'open' || !key?.startsWith('objects/')) return;
      opened.push(here.store.objects.get(key)!.body.length);
      return gate.promise;
    };
    const done = stageBuild(here.store, idOf(1), here.replica);
    await expect.poll(() => opened.length, {timeout: 60_000}).toBeGreaterThanOrEqual(8);
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    // Which of them is opened first is the disk's affair. Manifest and report are objects, too.
    expect(opened.sort((a, b) => b - a).slice(0, 7)).toEqual([
      40_000, 30_000, 20_000, 12_000, 9000, 5000, 2500,
    ]);
    expect(opened).toHaveLength(8);
    gate.resolve();
    const {bytes} = await done;
    expect(bytes.downloaded).toBe(bytes.all);
    expect(opened).toHaveLength(bodies.length + 2);
  });

  test('a broken download is continued where it ended, by the same process and by the next', async () => {
    await publish(writeBuild(here.publisher, 1, {[B]: LARGE}));
    const key = KEYS.object(sha256(LARGE));
    const at = 18 << 20;
    let failures = 0;
    here.store.before = (call) => {
      if (call === `send ${key} ${at}` && failures++ < 5) throw new Error('reset');
    };
    await expect(stageBuild(here.store, idOf(1), here.replica)).rejects.toThrow('reset');
    here.store.calls = [];
    here.store.before = () => {};
    const {bytes} = await stageBuild(here.store, idOf(1), here.replica);
    expect(here.store.calls).toContain(`send ${key} ${at}`);
    expect(here.store.calls).not.toContain(`send ${key} 0`);
    expect(bytes.downloaded).toBeLessThan(LARGE.length - at + 5000);
    expect(readFileSync(join(dataPaths(here.replica).build(idOf(1)), B)).equals(LARGE)).toBe(true);
  });

  test('what a killed run left damaged is fetched again', async () => {
    await publish(writeBuild(here.publisher, 1, {[A]: 'one', [B]: 'two'}));
    here.store.before = (call) => {
      if (call.startsWith(`open ${KEYS.object(sha256('two'))}`)) throw new Error('killed');
    };
    await expect(stageBuild(here.store, idOf(1), here.replica)).rejects.toThrow('killed');
    here.store.before = () => {};
    writeFileSync(join(dataPaths(here.replica).builds, `.${idOf(1)}.staging`, A), 'eno');
    await stageBuild(here.store, idOf(1), here.replica);
    expect(readFileSync(join(dataPaths(here.replica).build(idOf(1)), A), 'utf8')).toBe('one');
  });

  test.each([
    ['other bytes', 'onf', 'is not what its name'],
    ['more bytes', 'one and more', 'is longer than its build says'],
    ['fewer bytes', 'on', 'ended early'],
  ])('an object with %s never becomes a file', async (_, body, error) => {
    await publish(writeBuild(here.publisher, 1, {[A]: 'one'}));
    here.store.objects.get(KEYS.object(sha256('one')))!.body = Buffer.from(body);
    await expect(stageBuild(here.store, idOf(1), here.replica)).rejects.toThrow(error);
    expect(existsSync(dataPaths(here.replica).build(idOf(1)))).toBe(false);
  });

  test('a missing object, a missing build and a damaged document are named', async () => {
    await publish(writeBuild(here.publisher, 1, {[A]: 'one'}));
    here.store.objects.delete(KEYS.object(sha256('one')));
    await expect(stageBuild(here.store, idOf(1), here.replica)).rejects.toThrow(
      `lacks the object ${sha256('one')}`,
    );
    await expect(stageBuild(here.store, idOf(7), here.replica)).rejects.toThrow(`has no build ${idOf(7)}`);
    for (const text of [
      '',
      '{}',
      'null',
      '{"format":99}',
      `{"format":1,"build_id":"${idOf(1)}","files":[{"path":"../x"}]}`,
    ]) {
      here.store.objects.get(KEYS.build(idOf(1)))!.body = Buffer.from(text);
      await expect(stageBuild(here.store, idOf(1), here.replica)).rejects.toThrow(
        'is damaged or of another version',
      );
    }
  });

  test.each(['../evil', '/etc/passwd', 'index/../../x', 'index//x', 'a/b/c/d/e', '.hidden', ''])(
    'a file named %j is refused',
    async (path) => {
      await publish(writeBuild(here.publisher, 1, {[A]: 'one'}));
      const entry = here.store.objects.get(KEYS.build(idOf(1)))!;
      const document = JSON.parse(entry.body.toString());
      document.files[0].path = path;
      entry.body = Buffer.from(JSON.stringify(document));
      await expect(stageBuild(here.store, idOf(1), here.replica)).rejects.toThrow(
        'is damaged or of another version',
      );
    },
  );
});
