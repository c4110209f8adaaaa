/* A row is how a member voted in a division, with the majority of the member's caucus there: of its yeas and
   nays, where enough ballots of the division are loaded. A tie has no majority, and who sits for no caucus none. */
WITH cast_ballots AS (
  SELECT
    vote_id, session_id, number, date, description_en, description_fr, result, bill_number,
    yea_total + nay_total AS total, unnest(ballots) AS one, generate_subscripts(ballots, 1) AS place
  FROM votes
),
people AS (
  SELECT slug, house_id, terms, unnest(folded_names) AS form FROM politicians
),
numbered AS (
  SELECT house_id, any_value(slug) AS slug FROM politicians WHERE house_id IS NOT NULL GROUP BY house_id
),
/* A ballot without a number is that of the one politician of its name who sat in the House that day. */
named AS (
  SELECT b.vote_id, b.place, any_value(p.slug) AS slug, count(DISTINCT p.slug) AS people
  FROM cast_ballots AS b JOIN people AS p ON p.form = person_key_of(b.one.name)
  WHERE b.one.politician_id IS NULL
    AND len(list_filter(p.terms, lambda term: term.chamber = 'House' AND covers(term, b.date))) > 0
  GROUP BY ALL
),
whole AS (
  SELECT vote_id FROM cast_ballots
  GROUP BY vote_id HAVING count(*) FILTER (one.vote IN ('Yea', 'Nay')) >= $whole * any_value(total)
),
majorities AS (
  SELECT
    vote_id, one.party AS party,
    CASE sign(count(*) FILTER (one.vote = 'Yea') - count(*) FILTER (one.vote = 'Nay'))
      WHEN 1 THEN 'Yea' WHEN -1 THEN 'Nay' END AS party_vote
  FROM cast_ballots SEMI JOIN whole USING (vote_id)
  WHERE NOT regexp_matches(fold(one.party), $no_caucus)
  GROUP BY ALL
),
identified AS (
  SELECT b.*, coalesce(n.slug, CASE WHEN m.people = 1 THEN m.slug END) AS politician_slug,
    vote_id || '/' || coalesce(CAST(one.politician_id AS VARCHAR), nullif(slug_of(one.name), ''), 'x') AS plain
  FROM cast_ballots AS b
  LEFT JOIN numbered AS n ON n.house_id = b.one.politician_id
  LEFT JOIN named AS m USING (vote_id, place)
)
SELECT
  CASE WHEN row_number() OVER (PARTITION BY plain ORDER BY place) = 1 THEN plain
    ELSE plain || '-' || place END AS ballot_id,
  b.vote_id, session_id, number, date, description_en, description_fr, result, bill_number,
  politician_slug, one.politician_id AS politician_id, one.name AS name, one.party AS party,
  one.riding AS riding, one.province AS province, one.vote AS vote, m.party_vote AS party_vote,
  CASE WHEN one.vote IN ('Yea', 'Nay') THEN one.vote <> m.party_vote END AS against_party
FROM identified AS b
LEFT JOIN majorities AS m ON m.vote_id = b.vote_id AND m.party = b.one.party;
