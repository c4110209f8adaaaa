/* A row is an election in which a politician stood: by the House, without votes, and by the Library. A province
   that neither gives is that of the person's term for the riding. */
WITH stood AS (
  SELECT
    _key, terms, 1 AS source, c.date, c.riding, c.province, c.party, c.result, NULL::BIGINT AS votes
  FROM (
    SELECT p.slug AS _key, p.terms, unnest(m.candidacies) AS c
    FROM politicians AS p JOIN members AS m ON CAST(m.person_id AS BIGINT) = p.house_id
  )
  UNION ALL
  SELECT _key, terms, 2, e.date, e.riding, e.province, e.party, e.result, e.votes
  FROM (
    SELECT p.slug AS _key, p.terms, unnest(l.elections) AS e
    FROM politicians AS p JOIN parliamentarians AS l ON CAST(l.library_id AS BIGINT) = p.library_id
  )
),
each AS (
  SELECT
    _key, date, slug_of(riding) AS riding_key,
    arg_min(riding, source) AS riding, arg_min(province, source) AS province, arg_min(party, source) AS party,
    arg_min(result, source) AS result, max(votes) AS votes, any_value(terms) AS terms
  FROM stood WHERE date IS NOT NULL AND riding IS NOT NULL
  GROUP BY ALL
)
SELECT
  _key, date AS election_date, riding,
  coalesce(province, list_filter(terms, lambda t:
    slug_of(t.riding) = riding_key AND t.province IS NOT NULL)[1].province) AS province,
  party, coalesce(result = 'Elected', false) AS elected, votes, NULL::DOUBLE AS vote_percent
FROM each;
