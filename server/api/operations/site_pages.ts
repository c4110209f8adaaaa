/** Pages of the site that the search names: its own, and those of lists. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import {datasetLabelsOrNull, type Label} from '../../labels/index.ts';
import {PAGES} from '../../labels/pages.ts';
import {ROUTES} from '../routes/index.ts';

interface SitePage {
  /** Below the language. */
  path: string;
  title: Label;
}

type Searched = SitePage & {words: readonly string[]};

const wordsOf = (labels: readonly Label[]): string[] =>
  labels.flatMap(({en, fr}) => fold(`${en} ${fr}`).split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '');

/** Lists that pages of divisions and politicians lead to: nobody looks for a ballot without one of the two. */
const PARTS: ReadonlySet<string> = new Set(['ballots', 'voting_records']);

/** All of them: so few that an answer has room for each that a letter begins. */
const SITE_PAGES: readonly Searched[] = [
  ...Object.entries(PAGES).map(([path, {title, words}]) => ({path, title, words: wordsOf([title, words])})),
  ...ROUTES.flatMap((route): Searched[] => {
    if (route.kind !== 'list' || PARTS.has(route.dataset)) return [];
    const {title} = datasetOrEntity(route.dataset);
    const named = datasetLabelsOrNull(route.dataset)?.title ?? {en: title, fr: title};
    return [{path: route.path, title: named, words: wordsOf([named])}];
  }),
];

/** Those with a word in either language that begins with each term of a folded text. */
export const pagesNamed = (text: string): SitePage[] =>
  SITE_PAGES.filter(({words}) =>
    text.split(' ').every((term) => words.some((word) => word.startsWith(term))),
  );
