/** Command: writes the current build as a site without a server. */
import {mkdir} from 'node:fs/promises';
import {dataPaths} from '../builds/artefacts.ts';
import {command} from '../builds/command.ts';
import {checkedOrigin, settings} from '../datasets/settings.ts';
import {openStore} from '../storage/open_store.ts';
import {makeSite} from './make_site.ts';
import {buildIn, publishSite} from './publish.ts';

/** Bytes of the pages that are made beforehand. */
const MOST_PAGES = 50e6;

const {DATA_DIR, CONTACT, API_ORIGIN, OCID_PREFIX, PUBLISH_TO} = settings(process.env);
const {OUT = '', ORIGIN = API_ORIGIN} = process.env;
await command('make static', async () => {
  // A wrong address and a store that does not answer are reported before the work.
  const store = PUBLISH_TO === '' ? null : await openStore(PUBLISH_TO, 'PUBLISH_TO');
  if (store) await buildIn(store);
  if (OUT === '') throw new Error('say where with OUT=dir');
  const origin = ORIGIN && checkedOrigin(ORIGIN.replace(/\/$/, ''), 'ORIGIN');
  await mkdir(OUT, {recursive: true}).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`OUT=${OUT} is no folder that can be written (${cause.code}): name another`);
  });
  const {build, files, bytes, pages} = await makeSite({
    build: dataPaths(DATA_DIR).current,
    out: OUT,
    origin,
    contact: CONTACT || null,
    ocidPrefix: OCID_PREFIX,
    pageBytes: MOST_PAGES,
  });
  const size = (count: number): string => count.toLocaleString('en-CA');
  process.stdout.write(
    `${OUT} has build ${build}: ${size(files)} files of ${size(bytes)} bytes, ${size(pages)} pages made beforehand\n`,
  );
  if (store) {
    const {files: all, bytes: sent, removed} = await publishSite(store, OUT);
    process.stdout.write(
      `${store.location}/static has build ${build}: ${size(all)} files of ${size(sent)} bytes sent, ${size(removed)} files of older builds removed\n`,
    );
    store.close();
  }
});
