/**
 * Opening the index of a build: what is missing, damaged, cut or of something else is refused by file and
 * remedy.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {INDEX_VERSION, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {IndexWriter, readFooter} from '../../engine/file/index_file.ts';
import type {TableMetadata} from '../../engine/file/section_names.ts';
import {ELEMENTS} from '../../engine/file/sections.ts';
import {readSection} from '../../engine/file/typed_sections.ts';
import {type LoadedBuild, loadBuild, openBuild} from '../../engine/open.ts';
import {writeBuild} from '../helpers/build.ts';
import {readIndex} from '../helpers/read_index.ts';

let root: string;
let dir: string;
let whole: LoadedBuild;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'load-'));
  await writeBuild(join(root, 'whole'), {
    rows: {
      contracts: [
        {vendor: 'Zed', value: 1, date: '2024-01-01'},
        {vendor: 'Élan', value: 2},
      ],
      tenders: [{solicitation_number: 'S1'}],
    },
  });
  whole = await loadBuild(join(root, 'whole'));
});
afterAll(() => {
  whole.close();
  rmSync(root, {recursive: true});
});

beforeEach(() => {
  dir = join(root, 'build');
  rmSync(dir, {recursive: true, force: true});
  cpSync(join(root, 'whole'), dir, {recursive: true});
});

const manifestFile = () => join(dir, inBuild.manifest);
const manifest = (): Manifest => JSON.parse(readFileSync(manifestFile(), 'utf8'));
const edit = (change: (manifest: Manifest) => void): void => {
  const changed = manifest();
  change(changed);
  writeFileSync(manifestFile(), JSON.stringify(changed));
};
const at = (path: string) => join(dir, path);
/** Makes some files those of the whole build again. */
const restore = (...paths: string[]): void => {
  for (const path of paths) copyFileSync(join(root, 'whole', path), at(path));
};
const INDEX = inBuild.index('contracts');

/** Reads the tables that differ from the whole build. */
const loadChanged = (path: string) => loadBuild(path, true, whole);

/**
 * Fails unless both ways in, or those given, refuse the build with this text, the file's name and a remedy.
 */
async function refused(
  file: string,
  text: string,
  ways: readonly ((path: string) => Promise<unknown>)[] = [loadBuild, openBuild],
): Promise<void> {
  for (const open of ways) {
    const error: Error = await open(dir).then(
      () => new Error('it was opened'),
      (reason: Error) => reason,
    );
    expect(error.message).toContain(text);
    expect(error.message).toContain(file);
    expect(error.message).toMatch(/run `make (ingest|compile)`/);
  }
}

test('a whole build opens', async () => {
  const engine = await openBuild(dir);
  expect(engine.info.records).toMatchObject({contracts: 2, disclosures: 2, tenders: 1, grants: 0});
  await engine.close();
});

test.each([0, 65, -1])('an index cut at byte %i is refused', async (position) => {
  const size = readFileSync(at(INDEX)).length;
  const length = position < 0 ? size + position : position;
  truncateSync(at(INDEX), length);
  await refused(INDEX, `has ${length} bytes, its manifest says ${size}`);
});

test('another file under the same name is refused', async () => {
  copyFileSync(at(inBuild.index('awards')), at(INDEX));
  edit((one) => {
    one.index['contracts']!.index = {...one.index['awards']!.index, path: INDEX};
  });
  await refused(INDEX, 'is the index of awards');
});

test('a changed byte is refused', async () => {
  const bytes = readFileSync(at(INDEX));
  bytes[200]! ^= 1;
  writeFileSync(at(INDEX), bytes);
  await refused(INDEX, 'is damaged between bytes 0 and ');
});

test('an older version is refused', async () => {
  const bytes = readFileSync(at(INDEX));
  bytes.writeUInt32LE(INDEX_VERSION - 1, 8);
  writeFileSync(at(INDEX), bytes);
  await refused(INDEX, `has index version ${INDEX_VERSION - 1}, this code reads ${INDEX_VERSION}`);
});

/** Writes the index of a table again without some of its sections. */
function without(table: string, left: (name: string) => boolean): void {
  const path = inBuild.index(table);
  const file = readIndex<TableMetadata>(at(path), manifest().index[table]!.index.footer);
  rmSync(at(path));
  const writer = new IndexWriter(at(path));
  for (const {name} of file.sections) if (!left(name)) writer.write(name, readSection(file, name).slice());
  const written = writer.finish(file.dataset, file.facts);
  edit((one) => {
    one.index[table]!.index = {path, ...written};
  });
}

test.each([0, 65, -1])('a search file cut at byte %i is refused', async (position) => {
  const path = inBuild.search('grants');
  const size = readFileSync(at(path)).length;
  const length = position < 0 ? size + position : position;
  truncateSync(at(path), length);
  await refused(path, `has ${length} bytes, its manifest says ${size}`);
  // Also where the manifest knows no better.
  edit((one) => {
    one.index['grants']!.found!.bytes = length;
  });
  await refused(path, length === 0 ? 'is not an index file' : 'is cut off or was added to');
});

test('a search file that is missing, unnamed or of another table is refused', async () => {
  const path = inBuild.search('contracts');
  copyFileSync(at(inBuild.search('awards')), at(path));
  edit((one) => {
    one.index['contracts']!.found = {...one.index['awards']!.found!, path};
  });
  await refused(path, 'is the file of awards');
  edit((one) => {
    delete one.index['contracts']!.found;
  });
  await refused(INDEX, 'has no file of the search beside it');
  rmSync(at(inBuild.search('awards')));
  await refused(inBuild.search('awards'), 'has no bytes, its manifest says');
});

test('a search file without one of its sections is not the one that the index has checksums of', async () => {
  for (const table of ['grants', 'research_grants']) {
    const path = inBuild.search(table);
    const whole = readFileSync(at(path));
    const {dataset, facts, sections} = readFooter<object>(at(path));
    for (const {name} of sections) {
      rmSync(at(path));
      const writer = new IndexWriter(at(path));
      for (const one of sections) {
        if (one.name === name) continue;
        const bytes = whole.subarray(
          one.offset,
          one.offset + one.length * ELEMENTS[one.type].BYTES_PER_ELEMENT,
        );
        const Form = ELEMENTS[one.type];
        writer.write(one.name, new Form(Uint8Array.from(bytes).buffer));
      }
      const written = writer.finish(dataset, facts);
      edit((one) => {
        one.index[table]!.found = {path, ...written};
      });
      await refused(path, '`make compile`', [loadChanged]);
    }
    restore(path, inBuild.manifest);
  }
});

/** Present only where no sum needs more digits than a number has. */
const MAY_MISS = /^group\..*\.(order|counts|sums)$/;

test('a missing section of a table, a view or an entity is refused', {timeout: 600_000}, async () => {
  for (const table of ['contracts', 'disclosures', 'vendors', 'research_grants']) {
    const {sections} = readIndex<TableMetadata>(
      at(inBuild.index(table)),
      manifest().index[table]!.index.footer,
    );
    for (const {name} of sections) {
      if (MAY_MISS.test(name)) continue;
      without(table, (one) => one === name);
      await refused(inBuild.index(table), 'has no section ', [loadChanged]);
      restore(inBuild.index(table), inBuild.manifest);
    }
  }
});

test.each([inBuild.items('contracts'), inBuild.details('vendors'), inBuild.whole('contracts')])(
  'a cut file: %s',
  async (path) => {
    const size = readFileSync(at(path)).length;
    truncateSync(at(path), Math.max(0, size - 1));
    await refused(path, `has ${Math.max(0, size - 1)} bytes, its manifest says ${size}`);
  },
);

test.each([
  INDEX,
  inBuild.items('awards'),
  inBuild.details('contracts'),
  inBuild.values('permits'),
  inBuild.whole('tenders'),
])('a missing file: %s', async (path) => {
  unlinkSync(at(path));
  await refused(path, 'has no bytes, its manifest says');
});

test('a manifest without an index, without that of one table, or without its row files is refused', async () => {
  edit((one) => {
    delete one.index['contracts'];
  });
  await refused(dir, 'has no index of contracts');
  edit((one) => {
    Reflect.deleteProperty(one, 'index');
  });
  await refused(inBuild.manifest, 'lacks parts of a manifest');
  cpSync(join(root, 'whole'), dir, {recursive: true, force: true});
  edit((one) => {
    delete one.index['contracts']!.items;
  });
  await refused(INDEX, 'has no files of rows beside it');
  cpSync(join(root, 'whole'), dir, {recursive: true, force: true});
  edit((one) => {
    delete one.index['permits']!.values;
  });
  await refused(inBuild.index('permits'), 'has no files of rows beside it');
});

const DESCRIPTORS = '/proc/self/fd';

test.runIf(existsSync(DESCRIPTORS))('files opened before a refusal are closed', async () => {
  unlinkSync(at(inBuild.details('tenders')));
  const open = () => readdirSync(DESCRIPTORS).length;
  const before = open();
  for (let i = 0; i < 5; i++) await refused(inBuild.details('tenders'), 'has no bytes');
  expect(open()).toBeLessThanOrEqual(before);
});
