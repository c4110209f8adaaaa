/**
 * Publishes the current build of DATA_DIR to PUBLISH_TO, as an ingest does at its end, at the time of NOW.
 */
import {dataPaths} from '../../builds/artefacts.ts';
import {settings} from '../../datasets/settings.ts';
import {readManifest} from '../../pipeline/publish/current_build.ts';
import {openRemote} from '../../pipeline/publish/remote.ts';
import {openStore} from '../../storage/open_store.ts';

const all = settings(process.env);
const now = new Date(process.env['NOW'] ?? '');
const manifest = await readManifest(dataPaths(all.DATA_DIR).current);
if (!manifest) throw new Error(`${all.DATA_DIR} has no build`);
const remote = await openRemote(
  all,
  openStore,
  () => now,
  () => {},
);
await remote.publish(manifest);
remote.close();
