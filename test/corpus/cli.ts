/**
 * The command behind `make corpus`: generates the synthetic corpus; settings SCALE, OUT, SEED and SOURCES.
 */
import {dataPaths} from '../../builds/artefacts.ts';
import {ensureDataDir} from '../../builds/data_dir.ts';
import {settings} from '../../datasets/settings.ts';
import {generate} from './generate.ts';

const {DATA_DIR, SCALE, SEED, OUT, SOURCES} = settings(process.env);
const out = OUT || dataPaths(DATA_DIR).corpus(SCALE);

const count = (n: number) => n.toLocaleString('en-CA');

try {
  if (!OUT) ensureDataDir(DATA_DIR);
  const {corpus, made} = await generate({
    scale: SCALE,
    seed: SEED,
    out,
    only: SOURCES.split(',')
      .map((slug) => slug.trim())
      .filter(Boolean),
    tell: (slug, records, of) => console.error(`${slug}: ${count(records)} of ${count(of)} records`),
  });
  const rows = Object.values(corpus.sources).reduce((sum, {rows}) => sum + rows, 0);
  const done = made ? 'generated' : 'already there';
  console.error(`${done}: ${out} (${count(rows)} rows, synthetic; ingest it with MIRROR=${out})`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
