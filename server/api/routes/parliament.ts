/** Routes of the section Parliament. */
import {PROVINCE_CODES} from '../../../datasets/codes/provinces.ts';
import {asAdded, exact, flag, foundIn, oneOf, partial, UPDATED} from './filters.ts';
import {keys} from './keys.ts';
import {routesIn} from './kinds.ts';
import type {DeclaredRoute, Parameters} from './types.ts';

const section = 'Parliament';
const {list, detail, stats, profile} = routesIn(section);

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

export const parliament: readonly DeclaredRoute[] = [
  list('/bills', 'bills', 'Bills, newest first', BILLS, {
    help: 'The sector tags come from one table of key words over the titles, which docs/DATASETS.md shows. With `lang=fr` items also have `name_fr`.',
    french: ['name_fr'],
  }),
  detail(
    '/bills/{session}/{number}',
    'bills',
    'One bill',
    {en: 'Bill not found.', fr: 'Projet de loi introuvable.'},
    {
      help: '`number` in any case, with or without the hyphen.',
      id: {session: {column: 'session_id'}, number: {column: 'number', normalize: billNumber}},
    },
  ),
  stats('/bills/stats', 'bills', 'Bills grouped', BILLS, {
    help: 'Groups are ordered by `record_count`.',
    added: true,
  }),
  list('/politicians', 'politicians', 'Politicians by name', POLITICIANS, {
    help: 'Members of the House of Commons and senators.',
  }),
  profile(
    '/politicians/{slug}',
    'politicians',
    'Politician profile',
    {en: 'Politician not found.', fr: 'Personne élue ou nommée introuvable.'},
    {
      help: 'Communications, bills and committees are linked by name where no number is published; people with the same name cannot be distinguished by it.',
    },
  ),
  list('/committees', 'committees', 'Committees by name', COMMITTEES),
  profile(
    '/committees/{identifier}',
    'committees',
    'Committee profile',
    {en: 'Committee not found.', fr: 'Comité introuvable.'},
    {help: 'The identifier is tried as a slug, then as an acronym, in any case.'},
  ),
];
