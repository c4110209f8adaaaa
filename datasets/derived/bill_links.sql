/* A row is a bill with its sponsor, the rule by which it is known, and its divisions with the votes by party. */
WITH people AS (
  SELECT DISTINCT person_key_of(form) AS key, slug, house_id, terms
  FROM (SELECT unnest(folded_names) AS form, slug, house_id, terms FROM politicians)
),
/* A number decides if a politician has it. */
numbered AS (
  SELECT b.bill_id, any_value(p.slug) AS slug
  FROM bills AS b JOIN politicians AS p ON p.house_id = b.sponsor_person_id
  GROUP BY ALL
),
/* A name never matches someone with another number; a politician without known terms matches any time. */
candidates AS (
  SELECT
    b.bill_id, p.slug,
    len(p.terms) > 0 AND b.introduced IS NOT NULL AS known,
    NOT known OR len(list_filter(p.terms, lambda term: covers(term, b.introduced))) > 0 AS possible
  FROM (
    SELECT *, person_key_of(sponsor_name) AS key
    FROM bills WHERE bill_id NOT IN (SELECT bill_id FROM numbered)
  ) AS b
  JOIN people AS p ON p.key = b.key AND coalesce(p.house_id = b.sponsor_person_id, true)
),
named AS (
  SELECT
    bill_id, any_value(slug) FILTER (possible) AS slug,
    CASE
      WHEN count(*) FILTER (possible) = 0 THEN 'out of office'
      WHEN count(*) FILTER (possible) > 1 THEN 'ambiguous'
      WHEN any_value(known) FILTER (possible) THEN 'name and term'
      ELSE 'name' END AS rule
  FROM candidates GROUP BY bill_id
),
sponsors AS (
  SELECT
    b.bill_id, b.introduced, b.sponsor_published_party,
    CASE
      WHEN numbered.slug IS NOT NULL THEN 'person number'
      WHEN b.sponsor_name IS NULL THEN 'no sponsor'
      ELSE coalesce(named.rule, 'other name') END AS sponsor_rule,
    CASE WHEN sponsor_rule IN ('person number', 'name and term', 'name')
      THEN coalesce(numbered.slug, named.slug) END AS sponsor_slug
  FROM bills AS b LEFT JOIN numbered USING (bill_id) LEFT JOIN named USING (bill_id)
),
sponsor_parties AS (
  SELECT b.bill_id, last(spell.party ORDER BY spell.from_date NULLS FIRST, spell.party) AS party
  FROM sponsors AS b
  JOIN (SELECT slug, unnest(parties) AS spell FROM politicians) AS p
    ON p.slug = b.sponsor_slug AND covers(spell, b.introduced)
  WHERE b.introduced IS NOT NULL
  GROUP BY b.bill_id
),
/* Parties of each division with loaded ballots, by number of votes, then name: where enough of its ballots are
   loaded. Files of single members give only a few. */
divided AS (
  SELECT
    vote_id, yea_total + nay_total AS total, ballot.party AS party,
    count(*) FILTER (ballot.vote = 'Yea') AS yea, count(*) FILTER (ballot.vote = 'Nay') AS nay
  FROM (
    SELECT vote_id, yea_total, nay_total, unnest(ballots) AS ballot
    FROM votes WHERE bill_number IS NOT NULL
  )
  WHERE ballot.party IS NOT NULL
  GROUP BY ALL
),
party_votes AS (
  SELECT vote_id, list(struct_pack(
      party := party,
      vote := CASE sign(yea - nay) WHEN 1 THEN 'Yes' WHEN -1 THEN 'No' ELSE 'Split' END,
      disagreement := round(least(yea, nay) / (yea + nay), 3)
    ) ORDER BY yea + nay DESC, party) AS party_votes
  FROM divided WHERE yea + nay > 0
  GROUP BY vote_id, total HAVING sum(yea + nay) >= $whole * total
),
/* Divisions of the House, and those that only LEGISinfo lists with the bill. */
listed AS (
  SELECT bill_id, unnest(house_votes) AS item FROM bills
),
pairs AS (
  SELECT b.bill_id, v.session_id, v.number
  FROM votes AS v JOIN bills AS b ON b.session_id = v.session_id AND b.number = v.bill_number
  UNION
  SELECT bill_id, item.session_id, item.number FROM listed
),
divisions AS (
  SELECT p.bill_id, list(struct_pack(
      session_id := p.session_id,
      number := p.number,
      date := coalesce(v.date, l.item.date),
      description_en := coalesce(v.description_en, l.item.description_en),
      description_fr := coalesce(v.description_fr, l.item.description_fr),
      result := coalesce(v.result, l.item.result),
      yea_total := coalesce(v.yea_total, l.item.yea_total),
      nay_total := coalesce(v.nay_total, l.item.nay_total),
      paired_total := coalesce(v.paired_total, l.item.paired_total),
      party_votes := coalesce(party_votes.party_votes, []),
      source_url := v.source_url
    ) ORDER BY coalesce(v.date, l.item.date), p.number) AS votes
  FROM pairs AS p
  LEFT JOIN votes AS v ON v.vote_id = p.session_id || '/' || p.number
  LEFT JOIN listed AS l ON l.bill_id = p.bill_id AND l.item.number = p.number
  LEFT JOIN party_votes ON party_votes.vote_id = v.vote_id
  GROUP BY p.bill_id
)
SELECT
  b.bill_id, b.sponsor_slug, b.sponsor_rule,
  coalesce(sponsor_parties.party, b.sponsor_published_party) AS sponsor_party,
  coalesce(divisions.votes, []) AS votes
FROM sponsors AS b LEFT JOIN sponsor_parties USING (bill_id) LEFT JOIN divisions USING (bill_id);
