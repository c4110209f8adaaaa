/** The tables of a build as a catalogue of DCAT 3 (https://www.w3.org/TR/vocab-dcat-3/), in JSON-LD. */
import type {Manifest} from '../../../builds/artefacts.ts';
import type {Json} from '../../../datasets/types.ts';
import {describedAs, licencesOf, MEDIA_TYPE, rightsOf, type Table, TITLE, tablesOf} from './tables.ts';

const CONTEXT: Json = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  prov: 'http://www.w3.org/ns/prov#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

const text = (value: string, language = 'en'): Json => ({'@value': value, '@language': language});
const typed = (value: string, type: string): Json => ({'@value': value, '@type': `xsd:${type}`});
const address = (value: string): Json => ({'@id': value});

/** `English | Français` as a text in each language; one half is English. */
function bilingual(value: string): Json[] {
  const [english = '', french] = value.split(' | ');
  return [text(english), ...(french === undefined ? [] : [text(french, 'fr')])];
}

/** The document; addresses are relative to the folder of the build. */
export function dcat(manifest: Manifest): Json {
  return {
    '@context': CONTEXT,
    '@id': 'dcat.jsonld',
    '@type': 'dcat:Catalog',
    'dct:title': text(TITLE),
    'dct:description': text(describedAs(manifest)),
    'dct:identifier': manifest.build_id,
    'dct:issued': typed(`${manifest.built_at}Z`, 'dateTime'),
    'dct:modified': typed(`${manifest.data_as_of}Z`, 'dateTime'),
    'dcat:dataset': tablesOf(manifest).map((table) => datasetOf(table, manifest)),
  };
}

function datasetOf({name, title, help, files, sources, period}: Table, {built_at}: Manifest): Json {
  const publishers = [...new Set(sources.map(({publisher}) => publisher))];
  return {
    '@id': `#${name}`,
    '@type': 'dcat:Dataset',
    'dct:identifier': name,
    'dct:title': text(title),
    'dct:description': text(help),
    'dct:issued': typed(`${built_at}Z`, 'dateTime'),
    'dct:publisher': publishers.map((publisher) => ({
      '@type': 'foaf:Organization',
      'foaf:name': bilingual(publisher),
    })),
    'dct:source': [...new Set(sources.map(({page}) => page))].map(address),
    'dct:license': licencesOf(sources).map(({path}) => address(path)),
    'dct:rights': rightsOf(sources).map(({en, fr}) => ({
      '@type': 'dct:RightsStatement',
      'rdfs:label': [text(en), text(fr, 'fr')],
    })),
    ...(period
      ? {
          'dct:temporal': {
            '@type': 'dct:PeriodOfTime',
            'dcat:startDate': typed(period.first, 'date'),
            'dcat:endDate': typed(period.last, 'date'),
          },
        }
      : {}),
    'dcat:distribution': files.map(({path, bytes, sha256}) => ({
      '@id': `#${path}`,
      '@type': 'dcat:Distribution',
      'dct:title': text(path),
      'dcat:accessURL': address(path),
      'dcat:downloadURL': address(path),
      'dcat:mediaType': address(`https://www.iana.org/assignments/media-types/${MEDIA_TYPE}`),
      'dcat:byteSize': typed(String(bytes), 'nonNegativeInteger'),
      'dct:license': licencesOf(sources).map(({path: licence}) => address(licence)),
      'spdx:checksum': {
        '@type': 'spdx:Checksum',
        'spdx:algorithm': address('http://spdx.org/rdf/terms#checksumAlgorithm_sha256'),
        'spdx:checksumValue': typed(sha256, 'hexBinary'),
      },
    })),
  };
}
