/** Where a record comes from: publisher, licence, date, original page, and the same record as JSON. */

import {DERIVED, SOURCES} from '../../../datasets/index.ts';
import {datasetLabels} from '../../../datasets/labels/index.ts';
import type {Source} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {formatDay, formatTime} from '../format.ts';
import type {Markup} from '../html.tsx';
import {isAddress} from '../links.ts';
import {curlOf} from './take_away.tsx';
import type {Child, View} from './types.ts';
import {halfOf, labelOf} from './value.tsx';

/** Sources by the label that records carry. */
const BY_LABEL: ReadonlyMap<string, Source> = new Map(
  Object.values(SOURCES).map((source) => [source.label, source]),
);

const row = (term: string, value: Child): Markup | null =>
  value === null ? null : (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );

const link = (address: string, text: string): Markup => (
  <a href={address} rel="external noopener">
    {text}
  </a>
);

/** The box below a record. `path` is that of the API. */
export const provenance = (view: View, owner: string, record: Row, path: string): Markup => {
  const {t, language, build} = view;
  const source = BY_LABEL.get(String(record['source_dataset'] ?? ''));
  const page = record['source_url'];
  const updated = record['last_updated'];
  return (
    <section class="provenance" aria-labelledby="provenance">
      <h2 id="provenance">{t('record.provenance')}</h2>
      {DERIVED[owner] ? (
        <p class="prose">
          {t(datasetLabels(owner).sentence)} {t('record.computed')}
        </p>
      ) : null}
      <dl class="facts">
        {source
          ? [
              row(t('record.publisher'), halfOf(source.publisher, language)),
              row(t('record.file'), link(source.page, source.label)),
              row(t('record.licence'), link(source.license_url, source.license)),
            ]
          : null}
        {build ? row(t('record.as_of'), formatDay(build.data_as_of, language)) : null}
        {typeof updated === 'string'
          ? row(labelOf(view, owner, 'last_updated'), formatTime(updated, language))
          : null}
        {isAddress(page ?? null) ? row(t('record.original'), link(String(page), String(page))) : null}
      </dl>
      <details>
        <summary>{t('record.json')}</summary>
        <pre tabindex={0}>{curlOf(view, path.replace(/^\/api\/v1/, ''), [])}</pre>
      </details>
    </section>
  );
};
