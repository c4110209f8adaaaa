/** Descriptions for search engines in the words of schema.org. */

import type {ListRoute} from '../api/routes/types.ts';
import {datasetLabels} from '../labels/index.ts';
import {DOWNLOADS} from './downloads.ts';
import {inLanguage} from './paths.ts';
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

/** A whole list as a dataset with its downloads. */
export function datasetMarks({t, language, origin, build}: View, route: ListRoute): object[] {
  const {title, sentence} = datasetLabels(route.dataset);
  const address = `${origin}${inLanguage(route.path, language)}`;
  return [
    {
      '@context': CONTEXT,
      '@type': 'Dataset',
      name: t(title),
      description: t(sentence),
      url: address,
      inLanguage: language,
      isAccessibleForFree: true,
      ...(build ? {dateModified: build.data_as_of.slice(0, 10)} : {}),
      distribution: DOWNLOADS.filter(({fits, extra}) => extra === undefined && fits(route)).map(
        ({extension}) => ({
          '@type': 'DataDownload',
          encodingFormat: extension,
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
