/** Routes of the section Parliament. */
import {BALLOT, DIVISION_RESULT} from '../../../datasets/codes/bills.ts';
import {PROVINCE_CODES} from '../../../datasets/codes/provinces.ts';
import {asAdded, bound, exact, flag, foundIn, oneOf, partial, searchOf, UPDATED} from './filters.ts';
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

const SESSION = exact('session_id', '`<parliament>-<session>`', '44-1');
const RESULT = oneOf('result', Object.keys(DIVISION_RESULT.values), 'outcome of the division', 'Passed');
const BILL = exact('bill_number', 'number of the bill, in any session', 'C-11');
const DAYS: Parameters = {
  date_from: bound('date', 'gte', 'date', 'earliest day of the division', '2023-01-01'),
  date_to: bound('date', 'lte', 'date', 'latest day of the division', '2023-12-31'),
};

const DIVISIONS: Parameters = {
  q: {...searchOf('votes', 'third reading'), bills: 'bill_number'},
  session: SESSION,
  result: RESULT,
  bill: BILL,
  document_type: exact('document_type', "publisher's English words", 'Legislative Process'),
  ballots: oneOf(
    'ballots_loaded',
    ['whole', 'some', 'none'],
    'how many of the ballots are loaded, as `ballots_loaded`',
    'whole',
  ),
  ...DAYS,
  ...UPDATED,
};

const BALLOTS: Parameters = {
  name: partial('name', 'part of the name of the member', 'lindqvist'),
  vote: oneOf('vote', Object.keys(BALLOT.values), 'how the member voted', 'Yea'),
  against_party: flag(
    'against_party',
    'true: against the majority of the caucus; false: with it; ballots for which there is none are in neither',
  ),
  party: partial('party', 'part of the name of the caucus on the day', 'liberal'),
  province: oneOf('province', PROVINCE_CODES, 'two-letter code of the riding', 'NS'),
  riding: partial('riding', 'part of the riding on the day', 'harbour'),
  q: partial(['description_en', 'description_fr'], 'part of the subject of the division', 'reading'),
  session: SESSION,
  result: RESULT,
  bill: BILL,
  vote_id: exact('vote_id', 'the division, `<session>/<number>`', '44-1/387'),
  ...DAYS,
  ...keys({politician_slug: 'politician_slug', party_key: 'party'}),
};

const VOTING_RECORDS: Parameters = {
  session: SESSION,
  ...keys({politician_slug: 'politician_slug'}),
};

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
      id: {session: {column: 'session_id'}, number: {column: 'number', form: 'bill'}},
    },
  ),
  stats('/bills/stats', 'bills', 'Bills grouped', BILLS, {
    help: 'Groups are ordered by `record_count`.',
    added: true,
  }),
  list('/votes', 'votes', 'Divisions of the House of Commons, newest first', DIVISIONS, {
    help: 'Ballots are loaded only for divisions on bills; `ballots_loaded` says whether all, some or none are.',
    added: true,
  }),
  detail(
    '/votes/{session}/{number}',
    'votes',
    'One division with the ballots of parties and members',
    {en: 'Division not found.', fr: 'Vote introuvable.'},
    {
      help: 'A member is with or against the side of most yeas and nays of the own caucus; ties and members of no caucus have no such side.',
      id: {session: {column: 'session_id'}, number: {column: 'number'}},
      added: true,
    },
  ),
  stats('/votes/stats', 'votes', 'Divisions grouped', DIVISIONS, {
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
  list('/ballots', 'ballots', 'Ballots of members of the House, newest first', BALLOTS, {
    help: 'Members who were absent, abstained or presided have no ballot, and the House does not say which.',
    added: true,
  }),
  list('/voting_records', 'voting_records', 'Votes of members of the House by session', VOTING_RECORDS, {
    help: '`share_voted` is null where it is not known on which days a member sat.',
    added: true,
  }),
];
