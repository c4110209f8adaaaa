/** Routes of the section Parliament. */
import {PROVINCE_CODES} from '../../../datasets/codes/provinces.ts';
import {asAdded, exact, flag, foundIn, oneOf, partial, UPDATED} from './filters.ts';
import {keys} from './keys.ts';
import type {DeclaredRoute, Parameters} from './types.ts';

const section = 'Parliament';

const BILLS: Parameters = {
  q: {
    ...partial(
      ['name_en', 'short_title_en'],
      'part of the English long or short title, or a number as `Bill C-11`',
      'streaming',
    ),
    bills: 'number',
  },
  session: exact('session_id', '`<parliament>-<session>`', '44-1'),
  status: exact('status_code', 'code of the status; one outside the set matches nothing', 'ROYAL_ASSENT'),
  sponsor: partial('sponsor_name', 'part of the name of the sponsor', 'okafor'),
  sector: exact('sectors', 'a sector tag; one outside the set matches nothing', 'telecommunications'),
  law: flag('law', 'true: bills that became law'),
  private_member: flag('private_member', "true: private members' bills"),
  ...asAdded(UPDATED),
  ...keys({sponsor_key: 'sponsor_name'}),
  ...foundIn('bills', 'streaming act'),
};

const POLITICIANS: Parameters = {
  q: partial('name', 'part of the name', 'côté'),
  party: partial('current_party', 'part of the name of the caucus', 'independent'),
  province: oneOf('province', PROVINCE_CODES, 'two-letter code of the riding or senate division', 'NS'),
  current: {
    ...flag(
      'current',
      'true: sitting members of the House only; false: everyone, senators and former members too',
    ),
    default: 'true',
    no_filter_value: false,
  },
  ...asAdded({
    riding: partial('current_riding', 'part of the riding or senate division', 'harbour'),
  }),
  ...keys({party_key: 'current_party', riding_key: 'current_riding'}),
  ...foundIn('politicians', 'maren lindqvist'),
};

const COMMITTEES: Parameters = {
  q: partial(['name_en', 'name_fr', 'acronym'], 'part of a name, or the acronym', 'industry'),
  ...foundIn('committees', 'industry technology'),
};

/** Letters, an optional hyphen and a number: `c11` is `C-11`. */
const billNumber = (text: string): string =>
  text
    .replace(/^([a-z]+)-?(\d.*)$/i, (_, letters: string, rest: string) => `${letters}-${rest}`)
    .toUpperCase();

const paging = {limit: 50, max: 200};

export const parliament: readonly DeclaredRoute[] = [
  {
    ...paging,
    kind: 'list',
    path: '/bills',
    section,
    summary: 'Bills, newest first',
    help: 'The sector tags come from one table of key words over the titles, which docs/DATASETS.md shows. With `lang=fr` items also have `name_fr`.',
    dataset: 'bills',
    parameters: BILLS,
    french: ['name_fr'],
  },
  {
    kind: 'detail',
    path: '/bills/{session}/{number}',
    section,
    summary: 'One bill',
    help: '`number` in any case, with or without the hyphen.',
    dataset: 'bills',
    parameters: {},
    missing: {en: 'Bill not found.', fr: 'Projet de loi introuvable.'},
    id: {session: {column: 'session_id'}, number: {column: 'number', normalize: billNumber}},
  },
  {
    kind: 'stats',
    path: '/bills/stats',
    section,
    summary: 'Bills grouped',
    help: 'Groups are ordered by `record_count`.',
    dataset: 'bills',
    parameters: BILLS,
    limit: 100,
    max: 200,
    added: true,
  },
  {
    ...paging,
    kind: 'list',
    path: '/politicians',
    section,
    summary: 'Politicians by name',
    help: 'Members of the House of Commons and senators.',
    dataset: 'politicians',
    parameters: POLITICIANS,
  },
  {
    kind: 'profile',
    path: '/politicians/{slug}',
    section,
    summary: 'Politician profile',
    help: 'Communications, bills and committees are linked by name where no number is published; people with the same name cannot be distinguished by it.',
    entity: 'politicians',
    parameters: {},
    missing: {en: 'Politician not found.', fr: 'Personne élue ou nommée introuvable.'},
  },
  {
    ...paging,
    kind: 'list',
    path: '/committees',
    section,
    summary: 'Committees by name',
    dataset: 'committees',
    parameters: COMMITTEES,
  },
  {
    kind: 'profile',
    path: '/committees/{identifier}',
    section,
    summary: 'Committee profile',
    help: 'The identifier is tried as a slug, then as an acronym, in any case.',
    entity: 'committees',
    parameters: {},
    missing: {en: 'Committee not found.', fr: 'Comité introuvable.'},
  },
];
