/** Answers the export in the form of the standard: each line is a package of releases or of records. */

import {DATASETS} from '../../../../../datasets/index.ts';
import {OCDS_DATASETS} from '../../../../../datasets/ocds/fields.ts';
import type {Json} from '../../../../../datasets/types.ts';
import type {Engine} from '../../../../../engine/types.ts';
import type {StreamedBody} from '../../../../http/streamed_body.ts';
import type {Rendered} from '../../../formats/render.ts';
import type {Call} from '../../../request/call.ts';
import {MEDIA_TYPES} from '../../../routes/formats.ts';
import {mergeReleases} from './merge.ts';
import type {Members} from './parties.ts';
import {type Next, type Process, processesOf} from './processes.ts';
import {releasesOf} from './releases.ts';

/** Contracting processes of a package: a line is some hundred kilobytes. */
const A_PACKAGE = 100;

/** Who publishes, and by which prefix processes are named. */
export interface OcdsPublisher {
  prefix: string;
  /** Public address of the service without a slash at the end. */
  origin: string;
}

/** The licence of all sources; null where they have several. */
function licenceOf(): string | null {
  const all = new Set(
    OCDS_DATASETS.flatMap((name) => DATASETS[name]?.sources.map(({license_url}) => license_url) ?? []),
  );
  const [first = null] = all;
  return all.size === 1 ? first : null;
}

/** What each package says of itself. */
function aboutPackages({info}: Engine, {origin}: OcdsPublisher): Members {
  const license = licenceOf();
  return {
    version: '1.1',
    publishedDate: `${info.data_as_of}Z`,
    publisher: {name: 'Federal public data', uri: origin},
    ...(license === null ? {} : {license}),
    publicationPolicy: `${origin}/docs`,
  };
}

/**
 * The packages of a build, as objects. The address of a package is that of the export, with the id of its
 * first process.
 */
function packagesOf(engine: Engine, form: 'releases' | 'records', publisher: OcdsPublisher): Next<Json> {
  const {prefix, origin} = publisher;
  const base = `${origin}/api/v1`;
  const about = aboutPackages(engine, publisher);
  const next = processesOf(engine);
  let group: Process[] = [];
  return () => {
    while (group.length < A_PACKAGE) {
      const one = next();
      if (!one) break;
      group.push(one);
    }
    const [first] = group;
    if (!first) return null;
    const all = group.map((one) => releasesOf(one, prefix, base));
    group = [];
    const shared = {uri: `${base}/export/ocds?package=${form}#${first.id}`, ...about};
    if (form === 'releases') return {...shared, releases: all.flat()};
    const records = all.map((releases) => {
      const compiledRelease = mergeReleases(releases);
      return {ocid: compiledRelease.ocid, releases, compiledRelease};
    });
    return {...shared, records};
  };
}

/** One line at a time, so that others are answered between two of them. */
const bodyOf = (packages: Next<Json>): StreamedBody => ({
  next() {
    const value = packages();
    return value === null ? null : Buffer.from(`${JSON.stringify(value)}\n`);
  },
  close() {},
});

/** The export of all contracting processes. */
export function answerOcds(call: Call, engine: Engine, publisher: OcdsPublisher): Rendered {
  const form = call.values['package'] === 'records' ? 'records' : 'releases';
  const {data_as_of, synthetic, records} = engine.info;
  const total = OCDS_DATASETS.reduce((sum, dataset) => sum + (records[dataset] ?? 0), 0);
  const name = `ocds-${form}-${data_as_of.slice(0, 10)}${synthetic ? '-synthetic' : ''}`;
  return {
    type: `${MEDIA_TYPES.ndjson}; charset=utf-8`,
    body: bodyOf(packagesOf(engine, form, publisher)),
    headers: {
      'X-Total-Count': String(total),
      'Content-Disposition': `attachment; filename="${name}.jsonl"`,
    },
  };
}
