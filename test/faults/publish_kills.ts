/** Kills of a publisher at each of its requests to the bucket. */
import {spawn} from 'node:child_process';
import {cpSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {dataPaths} from '../../builds/artefacts.ts';
import {KEYS, readBuild, readPointer} from '../../storage/documents.ts';
import {currentTag, publishBuild} from '../../storage/publish_build.ts';
import {programCache} from '../helpers/program_cache.ts';
import {idOf, sha256, writeBuild} from '../helpers/published.ts';
import {LOCATION, type SmallS3, startSmallS3} from '../helpers/small_s3.ts';
import {chosen, type Kind} from './kind.ts';

const NOW = new Date('2026-02-01T00:00:00Z');
const PROGRAM = join(import.meta.dirname, 'publish_program.ts');
/** Files of each build; half of them are those of the build before. */
const FILES = 24;

const filesOf = (n: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({length: FILES}, (_, at) => [
      `parquet/contracts/part_${at}.parquet`,
      `file ${at} of build ${at % 2 === 0 ? 1 : n}`,
    ]),
  );

type Moment = 'before' | 'after';

/**
 * Runs the publisher, killed at a request before or after the bucket has done it; returns how many it made.
 */
async function publish(
  s3: SmallS3,
  dataDir: string,
  kill: {at: number; moment: Moment} | null,
): Promise<number> {
  let requests = 0;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
    env: {
      PATH: process.env['PATH'],
      ...programCache(),
      ...s3.env,
      DATA_DIR: dataDir,
      PUBLISH_TO: LOCATION,
      NOW: NOW.toISOString(),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  s3.onRequest = async (moment) => {
    if (moment === 'before') requests++;
    if (kill === null || requests < kill.at || moment !== kill.moment) return;
    child.kill('SIGKILL');
    // What the bucket had not begun by then is never done.
    if (moment === 'before') throw new Error('the client is gone');
  };
  const code = await ended;
  s3.onRequest = async () => {};
  if (kill === null && code !== 0) throw new Error(`the undisturbed publisher failed: ${stderr}`);
  return requests;
}

/** The build that the bucket's `current` names, whole; null without one. */
async function wholeBuild({store}: SmallS3): Promise<string | null> {
  const pointer = await readPointer(store, KEYS.current);
  if (!pointer) return null;
  const build = await readBuild(store, pointer.build_id);
  if (!build) throw new Error(`current names ${pointer.build_id}, which the bucket has not`);
  for (const {path, sha256: expected} of build.files) {
    const object = store.objects.get(KEYS.object(expected));
    if (!object) throw new Error(`current lacks ${path}`);
    if (sha256(object.body) !== expected) throw new Error(`${path} of current is torn`);
  }
  return pointer.build_id;
}

/** Bodies by key, without what says when and by whom. */
const contentsOf = ({store}: SmallS3): string =>
  JSON.stringify(
    [...store.objects]
      .map(([key, {body}]) => [key, body.toString('latin1').replaceAll(/"by":"[^"]*"/g, '')])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );

export const publishKills: Kind = {
  name: 'publish-kills',
  promise:
    'A killed publisher leaves the bucket with the old build or the new one as `current`, whole. The next publisher completes with the same objects.',
  how: 'The test kills the publisher at a request, before or after a small S3 server has carried it out.',
  full: 54,
  sample: 3,
  unmet: async () => null,
  async open({folder, ...options}) {
    const s3 = await startSmallS3();
    const dataDirs = [1, 2].map((n) => join(folder, `data-${n}`));
    const manifests = dataDirs.map((dataDir, at) => writeBuild(dataDir, at + 1, filesOf(at + 1)));
    for (const [at, dataDir] of dataDirs.entries()) {
      cpSync(dataPaths(dataDir).build(idOf(at + 1)), dataPaths(dataDir).current, {recursive: true});
    }
    const [first = '', second = ''] = dataDirs;
    const publishHere = async (at: number): Promise<void> => {
      const folderOf = dataPaths(dataDirs[at]!).build(idOf(at + 1));
      const expected = await currentTag(s3.store);
      await publishBuild(s3.store, folderOf, manifests[at]!, {
        expected,
        quorum: 0,
        quorumMs: 0,
        now: () => NOW,
      });
    };
    /** The bucket holds the first build, and the next publisher has that, too. */
    const begin = async (): Promise<void> => {
      s3.store.objects.clear();
      await publishHere(0);
      rmSync(dataPaths(second).build(idOf(1)), {recursive: true, force: true});
      cpSync(dataPaths(first).build(idOf(1)), dataPaths(second).build(idOf(1)), {recursive: true});
    };
    await begin();
    const requests = await publish(s3, second, null);
    const expected = contentsOf(s3);
    const all = Array.from({length: requests}, (_, at) =>
      ['before', 'after'].map((moment) => ({name: `${moment}:${at + 1}`})),
    ).flat();
    return {
      names: [...chosen(all, options).keys()],
      async run(name) {
        const [moment, at] = name.split(':') as [Moment, string];
        await begin();
        await publish(s3, second, {at: Number(at), moment});
        const id = await wholeBuild(s3);
        if (id !== idOf(1) && id !== idOf(2)) throw new Error(`current names ${id}`);
        await publishHere(1);
        if ((await wholeBuild(s3)) !== idOf(2))
          throw new Error('the next publisher does not make its build current');
        if (contentsOf(s3) !== expected)
          throw new Error('the bucket is not that of an undisturbed publisher');
        return id === idOf(2) ? 'new build' : 'old build';
      },
      close: () => s3.close(),
    };
  },
  mutants: [
    {
      what: 'the upload of a build before `current` names it',
      file: 'storage/publish_build.ts',
      find: '  await upload(await absent(store, objects));\n  const document',
      replace:
        '  await moveCurrent(store, {build_id, at: "", by: ""}, options.expected);\n  await upload(await absent(store, objects));\n  const document',
      count: 10,
    },
  ],
};
