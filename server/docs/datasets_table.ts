/** The datasets as a table, short for README.md and whole for docs/DATASETS.md. */
import {DATASETS, DERIVED} from '../../datasets/index.ts';
import type {Dataset, Derived, Source} from '../../datasets/types.ts';
import {BASE_PATH, LISTS, ROUTES, SINGLES} from '../api/routes/index.ts';
import {anchor, code, table} from './markdown.ts';

/** More publishers than this are municipalities, listed by their short names after their number. */
const FEW = 3;

/** Heading of a dataset in docs/DATASETS.md. */
export const headingOf = ({title, name}: Dataset | Derived): string => `${title} (${code(name)})`;

const linkTo = (declaration: Dataset | Derived, document: string): string =>
  `[${code(declaration.name)}](${document}${anchor(headingOf(declaration))})`;

const firstSentence = (text: string): string => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;

/** The English half of `English | Français`. */
const english = (text: string): string => text.split(' | ')[0]!;

const municipality = ({publisher, unconfirmed}: Source): string =>
  english(publisher).replace(/^City of /, '') + (unconfirmed === undefined ? '' : ' (no feed known yet)');

/** Who publishes a dataset. */
function publishersOf({sources, view}: Dataset): string {
  if (view) return `part of ${code(view.table)}`;
  const publishers = [...new Set(sources.map(({publisher}) => english(publisher)))];
  if (publishers.length <= FEW) return publishers.join('; ');
  return `${publishers.length} municipalities: ${sources.map(municipality).join(', ')}`;
}

const names = (all: readonly (Dataset | Derived)[], document: string): string =>
  all.map((one) => linkTo(one, document)).join(', ');

/**
 * The table of README.md: a row for each served dataset, one for entities and one for what only files hold.
 */
export function readmeTable(): string {
  const document = 'docs/DATASETS.md';
  const all = Object.values(DATASETS);
  const rows = all
    .filter(({published}) => published)
    .map((one) => [linkTo(one, document), firstSentence(one.help), publishersOf(one)]);
  const entities = Object.values(DERIVED).filter(({name}) => SINGLES.has(name));
  return table(
    ['Dataset', 'What it holds', 'Published by'],
    [
      ...rows,
      [
        names(entities, document),
        'Suppliers, buyers, grant recipients, people, committees, both sides of lobbying, and organizations across all datasets, each with totals and a profile.',
        'computed from the above',
      ],
      [
        names(
          all.filter(({published}) => !published),
          document,
        ),
        'Supporting records, in the files for analysts; not served by the API.',
        'the same publishers; analyses of bills are generated',
      ],
    ],
  );
}

/** The operation that lists the records, or else the one that finds a single one. */
function pathOf(name: string): string {
  const route =
    LISTS.get(name) ?? SINGLES.get(name) ?? ROUTES.find((one) => one.kind === 'zone' && one.dataset === name);
  return route === undefined ? '' : code(BASE_PATH + route.path);
}

/** The overview of docs/DATASETS.md. */
export const overviewTable = (): string =>
  table(
    ['Dataset', 'What it holds', 'In the API', 'Published by'],
    [
      ...Object.values(DATASETS).map((one) => [
        linkTo(one, ''),
        firstSentence(one.help),
        pathOf(one.name),
        publishersOf(one),
      ]),
      ...Object.values(DERIVED).map((one) => [
        linkTo(one, ''),
        firstSentence(one.help),
        pathOf(one.name),
        'computed',
      ]),
    ],
  );
