/**
 * Divisions of the House of Commons: a list per session and language, and the ballots of every division on a
 * bill.
 */
import {sessionsSince} from '../../codes/sessions.ts';
import {OURCOMMONS, PARLIAMENT, SPEAKERS_PERMISSION} from '../../publishers/licences.ts';
import {crawlFile} from '../../publishers/portals.ts';
import {source} from '../../source.ts';
import type {CrawlPage} from '../../types.ts';
import {layouts} from '../layouts.ts';

/** The House has published divisions since the 38th Parliament. */
const each = sessionsSince('38-1');

/** The lists of the known sessions and of the current one, which may be another one. */
const lists = (kind: string, language: string): CrawlPage[] => {
  const url = `${OURCOMMONS}/members/${language}/votes/xml`;
  const mustMatch = /<ArrayOfVote[\s/>]/;
  return [
    {kind, seeds: each, name: `${kind}/{session}`, url: `${url}?parlSession={session}`, mustMatch},
    {kind, seeds: [{}], name: `${kind}/now`, url, mustMatch},
  ];
};

export default source({
  slug: 'commons_votes',
  label: 'House of Commons Votes',
  dataset: 'votes',
  feeds: 'bills',
  publisher: PARLIAMENT,
  ...SPEAKERS_PERMISSION,
  page: `${OURCOMMONS}/members/en/votes`,
  cadence: 'daily',
  files: [
    crawlFile('votes', [
      ...lists('divisions', 'en'),
      ...lists('divisions-fr', 'fr'),
      {
        kind: 'ballots',
        // About half of the divisions are on a bill, and only bills show ballots.
        from: {layout: 'divisions', when: {column: 'BillNumberCode', pattern: /\S/}},
        name: 'ballots/{ParliamentNumber}-{SessionNumber}/{DecisionDivisionNumber}',
        url: `${OURCOMMONS}/members/en/votes/{ParliamentNumber}/{SessionNumber}/{DecisionDivisionNumber}/xml`,
        // A listed division is final; a correction moves a ballot between the sides.
        changeStamp: 'DecisionDivisionNumberOfYeas',
        mustMatch: /<ArrayOfVoteParticipant[\s/>]/,
        mayBeMissing: true,
      },
    ]),
  ],
  layouts,
  childTables: {
    french: {
      help: 'subjects in French',
      foreignKey: {session_id: 'session_id', number: 'number'},
      orphanReason: 'no division with this number in the English list',
      distinctOn: [],
      aggregates: {description_fr: 'last(p.subject ORDER BY p._row)'},
    },
    ballots: {
      help: 'ballots',
      foreignKey: {session_id: 'session_id', number: 'number'},
      orphanReason: 'no division with this number',
      distinctOn: ['person'],
      aggregates: {
        ballots: `list(struct_pack(politician_id := nullif(p.politician_id, 0), name := p.name, party := p.party,
          riding := p.riding, province := p.province, vote := p.vote, paired := coalesce(p.paired = 'true', false))
          ORDER BY p._row)`,
      },
    },
  },
  required: ['session_id', 'number', 'date', 'yea_total', 'nay_total'],
  key: ['session_id', 'number'],
  versions: {
    group: ['session_id', 'number'],
    order: ['v.form'],
    computed: {
      vote_id: `last.session_id || '/' || last.number`,
      description_en: `coalesce(last.description_en, 'Division ' || last.number)`,
      result: `coalesce(last.result, CASE sign(last.yea_total - last.nay_total) WHEN 1 THEN 'Passed' WHEN -1 THEN 'Failed' ELSE 'Tie' END)`,
      paired_total: 'coalesce(last.paired_total, 0)',
      source_url: `'${OURCOMMONS}/members/en/votes/' || replace(last.session_id, '-', '/') || '/' || last.number`,
    },
  },
});
