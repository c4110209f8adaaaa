/** Questions about bills, votes and members. */
import type {Question} from '../types.ts';
import {fold} from './sql.ts';

/** The newest session. */
const SESSION = `(SELECT max(session_id) FROM bills)`;

export const parliament: readonly Question[] = [
  {
    id: 'bills-law',
    lang: 'en',
    words: 'How many bills of session {session} became law?',
    pick: `SELECT session_id AS session FROM bills WHERE law GROUP BY ALL ORDER BY count(*) DESC, session LIMIT 1`,
    expected: 'SELECT count(*) FROM bills WHERE session_id = $session AND law',
    plan: {
      steps: [{tool: 'search_bills', arguments: {session: '{session}', law: 'yes', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'bill-sponsor',
    lang: 'en',
    words: 'Who sponsored Bill {number} of session {session}?',
    trap: 'the same number in several sessions',
    pick: `SELECT number, min(session_id) AS session FROM bills WHERE sponsor_name IS NOT NULL GROUP BY number
      HAVING count(DISTINCT sponsor_name) > 1 ORDER BY count(*) DESC, number LIMIT 1`,
    expected: 'SELECT sponsor_name FROM bills WHERE session_id = $session AND number = $number',
    plan: {
      steps: [{tool: 'get_bill', arguments: {session: '{session}', number: '{number}'}}],
      read: ['data', 'sponsor_name'],
    },
  },
  {
    id: 'bill-title-french',
    lang: 'fr',
    words: 'Quel est le titre du projet de loi {number} de la session {session} ?',
    pick: `SELECT number, session_id AS session FROM bills WHERE name_fr IS NOT NULL AND session_id = ${SESSION}
        ORDER BY number LIMIT 1`,
    expected: 'SELECT name_fr FROM bills WHERE session_id = $session AND number = $number',
    plan: {
      steps: [{tool: 'get_bill', arguments: {session: '{session}', number: '{number}', lang: 'fr'}}],
      read: ['data', 'name_fr'],
    },
  },
  {
    id: 'bill-by-french-title',
    lang: 'fr',
    words: 'Qui a parrainé le projet de loi de la session {session} intitulé « {titre} » ?',
    trap: 'a French title, where the list searches English ones',
    pick: `SELECT name_fr AS titre, session_id AS session FROM bills AS b WHERE sponsor_name IS NOT NULL AND name_fr <> name_en
        AND (SELECT count(*) FROM bills AS o WHERE o.session_id = b.session_id AND o.name_fr = b.name_fr) = 1
      ORDER BY session_id DESC, number DESC LIMIT 1`,
    expected: 'SELECT sponsor_name FROM bills WHERE session_id = $session AND name_fr = $titre',
    plan: {
      steps: [
        {
          tool: 'search_bills',
          arguments: {session: '{session}', lang: 'fr', limit: 100, max_bytes: 100_000},
          whole: true,
        },
      ],
      read: ['data', {name_fr: '{titre}'}, 'sponsor_name'],
    },
  },
  {
    id: 'bill-none',
    lang: 'en',
    words: 'On which day did Bill C-9999 of session {session} become law?',
    trap: 'no such bill',
    pick: `SELECT max(session_id) AS session FROM bills HAVING count(*) FILTER (number = 'C-9999') = 0`,
    expected: 'SELECT NULL',
    plan: {
      steps: [{tool: 'get_bill', arguments: {session: '{session}', number: 'C-9999'}}],
      read: ['data', 'royal_assent_date'],
    },
  },
  {
    id: 'bill-assent',
    lang: 'en',
    words: 'On which day did Bill {number} of session {session} receive royal assent?',
    pick: `SELECT number, session_id AS session FROM bills WHERE royal_assent_date IS NOT NULL
        ORDER BY royal_assent_date DESC, number LIMIT 1`,
    expected: 'SELECT royal_assent_date::VARCHAR FROM bills WHERE session_id = $session AND number = $number',
    plan: {
      steps: [{tool: 'get_bill', arguments: {session: '{session}', number: '{number}'}}],
      read: ['data', 'royal_assent_date'],
    },
  },
  {
    id: 'bill-no-assent',
    lang: 'fr',
    words: 'Quel jour le projet de loi {number} de la session {session} a-t-il reçu la sanction royale ?',
    trap: 'not yet law',
    pick: `SELECT number, session_id AS session FROM bills WHERE royal_assent_date IS NULL AND NOT law AND len(house_votes) > 0
      ORDER BY session_id DESC, number LIMIT 1`,
    expected: 'SELECT NULL',
    plan: {
      steps: [{tool: 'get_bill', arguments: {session: '{session}', number: '{number}'}}],
      read: ['data', 'royal_assent_date'],
    },
  },
  {
    id: 'bill-votes',
    lang: 'en',
    words: 'How many divisions of the House were there on Bill {number} of session {session}?',
    trap: 'an answer that is cut',
    pick: `SELECT bill_number AS number, session_id AS session FROM votes WHERE bill_number IS NOT NULL
        AND (session_id, bill_number) IN (SELECT (session_id, number) FROM bills)
      GROUP BY ALL ORDER BY count(*) DESC, session, number LIMIT 1`,
    expected: 'SELECT count(*) FROM votes WHERE session_id = $session AND bill_number = $number',
    plan: {
      steps: [{tool: 'get_bill', arguments: {session: '{session}', number: '{number}'}, whole: true}],
      read: ['data', 'votes', 'length'],
    },
  },
  {
    id: 'bill-vote-total',
    lang: 'fr',
    words:
      'Combien de députés ont voté oui lors du vote no {vote} sur le projet de loi {number} de la session {session} ?',
    pick: `SELECT bill_number AS number, session_id AS session, votes.number AS vote FROM votes WHERE bill_number IS NOT NULL
        AND (session_id, bill_number) IN (SELECT (session_id, number) FROM bills)
      ORDER BY yea_total DESC, session, votes.number LIMIT 1`,
    expected: 'SELECT yea_total FROM votes WHERE session_id = $session AND votes.number = $vote',
    plan: {
      steps: [{tool: 'get_bill', arguments: {session: '{session}', number: '{number}'}, whole: true}],
      read: ['data', 'votes', {number: '{vote}'}, 'yea_total'],
    },
  },
  {
    id: 'bills-title',
    lang: 'en',
    words: 'How many bills have "{words}" in their title?',
    pick: `SELECT lower(short_title_en) AS words FROM bills WHERE length(short_title_en) > 10
      GROUP BY ALL ORDER BY count(*) DESC, words LIMIT 1`,
    expected: `SELECT count(*) FROM bills WHERE contains(${fold('name_en')}, ${fold('$words')})
      OR contains(${fold("coalesce(short_title_en, '')")}, ${fold('$words')})`,
    plan: {
      steps: [{tool: 'search_bills', arguments: {q: '{words}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'members-namesakes',
    lang: 'en',
    words: 'Which party does the {name} of the riding {riding} belong to?',
    trap: 'two people with one name',
    pick: `SELECT name, current_riding AS riding, current_party AS party FROM politicians AS p WHERE current_party IS NOT NULL
      AND current_riding IS NOT NULL AND EXISTS (FROM politicians AS o WHERE o.name = p.name AND o.slug <> p.slug
        AND o.current_party IS DISTINCT FROM p.current_party AND o.current_riding IS DISTINCT FROM p.current_riding)
      ORDER BY name, slug LIMIT 1`,
    expected: 'SELECT $party',
    plan: {
      steps: [{tool: 'search_politicians', arguments: {q: '{name}', current: false, limit: 50}}],
      read: ['data', {name: '{name}', current_riding: '{riding}'}, 'current_party'],
    },
  },
  {
    id: 'members-province',
    lang: 'fr',
    words: 'Combien de députés l’Ontario a-t-il à la Chambre des communes aujourd’hui ?',
    trap: 'former members and senators are not asked for',
    pick: `SELECT 1 AS some FROM politicians WHERE current AND province = 'ON' LIMIT 1`,
    expected: `SELECT count(*) FROM politicians WHERE current AND province = 'ON'`,
    plan: {
      steps: [{tool: 'search_politicians', arguments: {province: 'Ontario', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
  {
    id: 'members-party',
    lang: 'en',
    words: 'How many sitting members of the House does the {party} caucus have?',
    pick: `SELECT current_party AS party FROM politicians WHERE current AND current_party IS NOT NULL
      GROUP BY ALL ORDER BY count(*) DESC, party LIMIT 1`,
    expected: 'SELECT count(*) FROM politicians WHERE current AND current_party = $party',
    plan: {
      steps: [{tool: 'search_politicians', arguments: {party: '{party}', limit: 1}}],
      read: ['meta', 'total'],
    },
  },
];
