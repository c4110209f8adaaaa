/**
 * Citations of lists, records and downloads: facts, and the forms in which people and reference managers take
 * them. The address names the build: `builds.ts` answers it.
 */

import {licenceOf} from '../../datasets/licence_of.ts';
import type {Source} from '../../datasets/types.ts';
import {SYNTHETIC_LABEL} from '../api/synthetic.ts';
import {SERVICE} from '../labels/service.ts';
import {formatDay} from './format.ts';
import {licenceIn} from './french_sources.ts';
import {inLanguage, type Pairs, withQuery} from './paths.ts';
import {halfOf} from './view/readable.ts';
import type {View} from './view/types.ts';

/** Where addresses that name a build begin. */
export const BUILDS_PATH = '/builds/';

export interface Citation {
  language: View['language'];
  title: string;
  /** Each once, in the language of the citation. */
  publishers: readonly string[];
  service: string;
  build_id: string;
  /** Of the data, `YYYY-MM-DD`. */
  day: string;
  /** Names the build. */
  address: string;
  licences: readonly {license: string; license_url: string}[];
  /** Sentences that the licences ask for; of generated data first that it is that. */
  attributions: readonly string[];
}

const once = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** The citation of a page; null as long as there is no build. `path`: below the language. */
export function citationOf(
  {language, t, build, origin}: View,
  {
    title,
    path,
    pairs = [],
    sources,
  }: {title: string; path: string; pairs?: Pairs; sources: readonly Source[]},
): Citation | null {
  if (!build) return null;
  const {build_id, data_as_of} = build;
  const licences = new Map(sources.map((source) => [source.license_url, licenceIn(language, source)]));
  return {
    language,
    // Names of companies end with a full stop, too.
    title: title.replace(/\.$/, ''),
    publishers: once(sources.map(({publisher}) => halfOf(publisher, language))),
    service: t(SERVICE),
    build_id,
    day: data_as_of.slice(0, 10),
    address: `${origin}${BUILDS_PATH}${build_id}${inLanguage(withQuery(path, pairs), language)}`,
    licences: [...licences.values()],
    attributions: [
      ...(build.synthetic ? [t(SYNTHETIC_LABEL)] : []),
      ...once(sources.map((source) => t(licenceOf(source).attribution))),
    ],
  };
}

/** A sentence for a text that quotes the data. */
export const citationText = ({t, build}: View, citation: Citation): string => {
  const text = t('record.cite_text', {
    title: citation.title,
    publisher: citation.publishers.join(', '),
    service: citation.service,
    build: citation.build_id,
    day: formatDay(citation.day, citation.language),
    address: citation.address,
    licence: citation.licences.map(({license, license_url}) => `${license} (${license_url})`).join(', '),
  });
  return build?.synthetic ? `${text} ${t(SYNTHETIC_LABEL)}` : text;
};

/** Characters that BibTeX and LaTeX give a meaning. */
const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const latex = (text: string): string =>
  oneLine(text).replace(/[\\{}~^]|[$&#%_]/g, (one) => LATEX[one] ?? `\\${one}`);

/** Name of the entry: letters, digits and hyphens of the address below the build. */
function keyOf({address, build_id}: Citation): string {
  const [, path = ''] = address.split(build_id);
  const words = decodeURIComponent(path.replaceAll('+', ' ')).normalize('NFD').replace(/\p{M}/gu, '');
  return `fpd-${build_id.slice(0, 8)}${words.replace(/[^A-Za-z0-9]+/g, '-')}`
    .replace(/-+$/, '')
    .slice(0, 100);
}

/** Sentences as one text: some of them end with a full stop, others with none. */
const asText = (sentences: readonly string[]): string =>
  sentences.map((one) => `${one.replace(/\.$/, '')}.`).join(' ');

const notesOf = ({language, build_id, day, licences, attributions}: Citation): string[] => [
  `${language === 'fr' ? 'Version' : 'Build'} ${build_id}, ${day}`,
  ...licences.map(({license, license_url}) => `${license}: ${license_url}`),
  ...attributions,
];

/** An entry for BibTeX and BibLaTeX. Texts stay UTF-8. */
export function bibtex(citation: Citation): string {
  const {title, publishers, service, build_id, day, address, language} = citation;
  const fields: [string, string][] = [
    // Braces keep the names of bodies whole.
    ['author', publishers.map((name) => `{${latex(name)}}`).join(' and ')],
    ['title', `{${latex(title)}}`],
    ['year', day.slice(0, 4)],
    ['month', String(Number(day.slice(5, 7)))],
    ['publisher', latex(service)],
    ['version', latex(build_id)],
    ['url', address],
    ['language', language === 'fr' ? 'french' : 'english'],
    ['note', latex(asText(notesOf(citation)))],
  ];
  return `@misc{${keyOf(citation)},\n${fields.map(([name, value]) => `  ${name} = {${value}},\n`).join('')}}\n`;
}

/** A record of type data set, for reference managers. */
export function ris(citation: Citation): string {
  const {title, publishers, service, build_id, day, address, language} = citation;
  const lines: [string, string][] = [
    ['TY', 'DATA'],
    ...publishers.map((name): [string, string] => ['AU', name]),
    ['TI', title],
    ['PB', service],
    ['PY', day.slice(0, 4)],
    ['DA', day.replaceAll('-', '/')],
    ['ET', build_id],
    ['UR', address],
    ['LA', language],
    ...notesOf(citation).map((note): [string, string] => ['N1', note]),
    ['ER', ''],
  ];
  return lines.map(([tag, value]) => `${tag}  - ${oneLine(value)}\r\n`).join('');
}

/** An item of CSL, as https://github.com/citation-style-language/schema describes it. */
export function cslJson(citation: Citation): string {
  const {title, publishers, service, build_id, day, address, language} = citation;
  const item = {
    id: keyOf(citation),
    type: 'dataset',
    title,
    author: publishers.map((literal) => ({literal})),
    publisher: service,
    version: build_id,
    issued: {'date-parts': [day.split('-').map(Number)]},
    URL: address,
    language,
    note: notesOf(citation).join('\n'),
  };
  return `${JSON.stringify([item], null, 1)}\n`;
}

/** A form that a file of its own has. */
export interface CitationForm {
  extension: string;
  name: string;
  type: string;
  write: (view: View, citation: Citation) => string;
}

export const CITATION_FORMS: readonly CitationForm[] = [
  {
    extension: 'cite.txt',
    name: 'TXT',
    type: 'text/plain; charset=utf-8',
    write: (view, citation) => `${citationText(view, citation)}\n`,
  },
  {
    extension: 'bib',
    name: 'BibTeX',
    type: 'application/x-bibtex; charset=utf-8',
    write: (_, citation) => bibtex(citation),
  },
  {
    extension: 'ris',
    name: 'RIS',
    type: 'application/x-research-info-systems; charset=utf-8',
    write: (_, citation) => ris(citation),
  },
  {
    extension: 'csl.json',
    name: 'CSL-JSON',
    type: 'application/vnd.citationstyles.csl+json',
    write: (_, citation) => cslJson(citation),
  },
];
