/** A DATA_DIR with a build of synthetic permits, for tests over HTTP. */
import {mkdtemp, symlink} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {dataPaths} from '../../builds/artefacts.ts';
import {type GivenRow, writeBuild} from './build.ts';

/** Writes the build and returns the folder, which the test removes. */
export async function permitsData(permits: GivenRow[], data_as_of: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'permits-'));
  await writeBuild(dataPaths(dataDir).build('b1'), {rows: {permits}, build_id: 'b1', data_as_of});
  await symlink(join('builds', 'b1'), dataPaths(dataDir).current);
  return dataDir;
}
