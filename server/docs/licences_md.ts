/** The part of docs/DATASETS.md about licences: what may be done with which data, and what to write beside it. */
import {SOURCES} from '../../datasets/index.ts';
import {licenceOf} from '../../datasets/licence_of.ts';
import {code, table} from './markdown.ts';

/** Each licence once, with the sentences of its publishers. */
function rows(): string[][] {
  const licences = new Map<
    string,
    {row: string[]; english: Set<string>; french: Set<string>; slugs: string[]}
  >();
  for (const source of Object.values(SOURCES)) {
    const {id, title, url, open, attribution, terms} = licenceOf(source);
    const key = `${id} ${url.en}`;
    const known = licences.get(key) ?? {
      row: [code(id), `[${title.en}](${url.en})`, open ? 'yes' : `no${terms ? `: ${terms.en}` : ''}`],
      english: new Set(),
      french: new Set(),
      slugs: [],
    };
    known.english.add(attribution.en);
    known.french.add(attribution.fr);
    known.slugs.push(source.slug);
    licences.set(key, known);
  }
  return [...licences.values()].map(({row, english, french, slugs}) => [
    ...row,
    [...english].join(' '),
    [...french].join(' '),
    slugs.map(code).join(' '),
  ]);
}

export const licenceSection = (): string[] => [
  '## Licences',
  `Each source keeps the licence of its publisher. *Open* means that anybody may use, change and share the data for any purpose, with
attribution at most; what is not established is not called open. Put the sentence beside the data wherever you use it. \`/api/v1/sources\`, the
metadata of the Parquet files, \`datapackage.json\`, \`croissant.json\` and \`dcat.jsonld\` say the same.`,
  table(['Id', 'Licence', 'Open', 'Sentence', 'In French', 'Sources'], rows()),
];
