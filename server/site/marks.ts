/** Descriptions for search engines in the words of schema.org. */

import {DATASETS, datasetOrEntity} from '../../datasets/index.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import type {ListRoute} from '../api/routes/types.ts';
import {datasetLabels, fieldLabel} from '../labels/index.ts';
import {DOWNLOADS} from './downloads.ts';
import {licenceIn} from './french_sources.ts';
import {inLanguage} from './paths.ts';
import {halfOf} from './view/readable.ts';
import type {View} from './view/types.ts';

const CONTEXT = 'https://schema.org';

/** Types of entities; others are not described. */
const TYPES: Readonly<Record<string, string>> = {
  politicians: 'Person',
  organizations: 'Organization',
  vendors: 'Organization',
  departments: 'GovernmentOrganization',
  recipients: 'Organization',
  clients: 'Organization',
  committees: 'GovernmentOrganization',
  municipalities: 'City',
};

/** Publishers and licences of the sources of a dataset, each once; nothing of a computed one. */
function published(dataset: string, language: View['language']): object {
  const declared = DATASETS[dataset];
  const sources = (declared?.view ? DATASETS[declared.view.table] : declared)?.sources ?? [];
  if (sources.length === 0) return {};
  const creators = new Set(sources.map(({publisher}) => halfOf(publisher, language)));
  return {
    creator: [...creators].map((name) => ({'@type': 'Organization', name})),
    license: [...new Set(sources.map((source) => licenceIn(language, source).license_url))],
    spatialCoverage: {'@type': 'Country', name: 'Canada'},
  };
}

/** A whole list as a dataset with its columns and downloads. */
export function datasetMarks({t, language, origin, build}: View, route: ListRoute): object[] {
  const {title, sentence} = datasetLabels(route.dataset);
  const address = `${origin}${inLanguage(route.path, language)}`;
  const {columns} = datasetOrEntity(route.dataset);
  return [
    {
      '@context': CONTEXT,
      '@type': 'Dataset',
      name: t(title),
      description: t(sentence),
      url: address,
      inLanguage: language,
      isAccessibleForFree: true,
      ...(build ? {dateModified: build.data_as_of.slice(0, 10), version: build.build_id} : {}),
      ...published(route.dataset, language),
      variableMeasured: Object.entries(columns)
        .filter(([, {visibility}]) => visibility === 'list')
        .map(([name, {unit}]) => ({
          '@type': 'PropertyValue',
          name: t(fieldLabel(route.dataset, name)),
          alternateName: name,
          ...(unit === undefined ? {} : {unitText: unit}),
        })),
      distribution: DOWNLOADS.filter(({fits, extra}) => extra === undefined && fits(route)).map(
        ({extension, format}) => ({
          '@type': 'DataDownload',
          encodingFormat: MEDIA_TYPES[format],
          contentUrl: `${address}.${extension}`,
        }),
      ),
    },
  ];
}

/** A person or an organization. */
export function recordMarks({language, origin}: View, entity: string, name: string, path: string): object[] {
  const type = TYPES[entity];
  return type === undefined
    ? []
    : [{'@context': CONTEXT, '@type': type, name, url: `${origin}${inLanguage(path, language)}`}];
}
