/** Seats of politicians on committees, each with its committee if one has that name. */
import {committeeKey} from './committees.ts';

/** Each politician with the records of the House and of the Library. */
export const OF_HOUSE = 'politicians AS p JOIN members AS m ON CAST(m.person_id AS BIGINT) = p.house_id';
export const OF_LIBRARY =
  'politicians AS p JOIN parliamentarians AS l ON CAST(l.library_id AS BIGINT) = p.library_id';

/** Seats on committees by the House, with dates; by the Library for sessions that the House lacks. */
const PLACES = `
  SELECT * FROM (
    SELECT p.slug AS _key, 1 AS source, r.session_id, r.role, r.committee, r.from_date, r.to_date
    FROM (SELECT p.slug, unnest(m.committee_roles) AS r FROM ${OF_HOUSE}) AS p
    UNION ALL SELECT p.slug, 2, c.session_id, c.role, c.committee, NULL, NULL
    FROM (SELECT p.slug, unnest(l.committees) AS c FROM ${OF_LIBRARY}) AS p
  ) WHERE session_id IS NOT NULL AND role IS NOT NULL AND committee IS NOT NULL
  QUALIFY source = min(source) OVER (PARTITION BY _key, session_id)`;

/**
 * Each seat with its committee: by the name in that session, else by a name that only one committee ever had.
 */
export const PLACED = `
  WITH names AS (
    SELECT id, name_en, acronym, slug, s.session_id, ${committeeKey('s.name_en')} AS name_key
    FROM (SELECT *, unnest(sessions) AS s FROM committees)
  ), of_session AS (
    SELECT session_id, name_key, min(slug) AS slug FROM names GROUP BY ALL HAVING count(DISTINCT slug) = 1
  ), ever AS (
    SELECT name_key, min(slug) AS slug FROM names GROUP BY ALL HAVING count(DISTINCT slug) = 1
  )
  SELECT r.*, coalesce(o.slug, e.slug) AS slug, CASE WHEN o.slug IS NOT NULL THEN 'name and session'
      WHEN e.slug IS NOT NULL THEN 'name' ELSE 'no committee of this name' END AS rule
  FROM (SELECT *, ${committeeKey('committee')} AS name_key FROM (${PLACES})) AS r
  LEFT JOIN of_session AS o ON o.session_id = r.session_id AND o.name_key = r.name_key
  LEFT JOIN ever AS e ON e.name_key = r.name_key`;

/** SELECT of `link`, `rule` and `count`: seats matched to their committee. */
export const PLACE_LINKS = `
  SELECT 'place of a politician to committee' AS link, rule, count(*) AS count FROM (${PLACED}) GROUP BY ALL`;
