/** Where a record comes from: publisher, licence, date, original page, and the same record as JSON. */

import {DERIVED, SOURCES} from '../../../datasets/index.ts';
import {sourcesOf} from '../../../datasets/sources_of.ts';
import type {Source} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {ROUTES} from '../../api/routes/index.ts';
import {datasetLabels} from '../../labels/index.ts';
import {type Citation, citationOf} from '../citation.ts';
import {formatDay, formatTime} from '../format.ts';
import {addressIn} from '../french_sources.ts';
import {isAddress} from '../links.ts';
import {cite} from './cite.tsx';
import {sourceOfRecord} from './described.ts';
import {external, Section, Terms} from './kit.tsx';
import {halfOf, readable} from './readable.ts';
import {licenceWithTerms} from './sources.tsx';
import {curlOf} from './take_away.tsx';
import {tracedCells} from './traced.tsx';
import type {Markup, View} from './types.ts';
import {labelOf} from './value.tsx';

/** Sources by the label that records carry. */
const BY_LABEL: ReadonlyMap<string, Source> = new Map(
  Object.values(SOURCES).map((source) => [source.label, source]),
);

/** Datasets whose single records the API traces to the publisher's file. */
const TRACED: ReadonlySet<string> = new Set(
  ROUTES.flatMap((route) => (route.kind === 'detail' ? route.dataset : [])),
);

/** The citation of a record or profile; null as long as there is no build. */
export const recordCitation = (
  view: View,
  owner: string,
  record: Row,
  title: string,
  path: string,
): Citation | null => {
  const own = sourceOfRecord(record);
  const name = title || view.t(datasetLabels(owner).one);
  return citationOf(view, {title: name, path, sources: own.length > 0 ? own : sourcesOf(owner)});
};

/** The box below a record. `path` is that of the page below a language. */
export const provenance = (view: View, owner: string, record: Row, title: string, path: string): Markup => {
  const {t, language, build} = view;
  const source = BY_LABEL.get(String(record['source_dataset'] ?? ''));
  const published = record['source_url'];
  const page = typeof published === 'string' ? addressIn(language, published) : null;
  const updated = record['last_updated'];
  return (
    <Section class="provenance" id="provenance" title={t('record.provenance')}>
      {DERIVED[owner] ? (
        <p class="prose">
          {t(datasetLabels(owner).sentence)} {t('record.computed')}
        </p>
      ) : null}
      <Terms
        class="facts"
        of={[
          ...(source
            ? [
                {term: t('record.publisher'), value: halfOf(source.publisher, language)},
                {
                  term: t('record.file'),
                  value: external(
                    addressIn(language, source.page),
                    readable(view, 'source_dataset', source.label),
                  ),
                },
                {term: t('record.licence'), value: licenceWithTerms(view, source)},
              ]
            : []),
          build && {term: t('record.as_of'), value: formatDay(build.data_as_of, language)},
          typeof updated === 'string' && {
            term: labelOf(view, owner, 'last_updated'),
            value: formatTime(updated, language),
          },
          isAddress(page) && {
            term: t('record.original'),
            value: external(page, page),
          },
        ].filter((one) => !!one)}
      />
      {TRACED.has(owner) ? tracedCells(view, owner, record, path) : null}
      <details>
        <summary>{t('record.json')}</summary>
        <pre tabindex={0}>{curlOf(view, path, [])}</pre>
      </details>
      {cite(view, recordCitation(view, owner, record, title, path), path)}
    </Section>
  );
};
