/* A row is a division of the House with its bill, how much of its ballots is loaded, and how parties and members
   voted. */
WITH parties AS (
  SELECT
    vote_id, party,
    count(*) FILTER (vote = 'Yea') AS yea, count(*) FILTER (vote = 'Nay') AS nay,
    count(*) FILTER (vote = 'Paired') AS paired, any_value(party_vote) AS party_vote
  FROM ballots GROUP BY ALL
),
party_votes AS (
  SELECT vote_id, sum(yea + nay) AS cast_votes, list(struct_pack(
      party := party, yea := yea, nay := nay, paired := paired, party_vote := party_vote
    ) ORDER BY yea + nay + paired DESC, party NULLS LAST) AS party_votes
  FROM parties GROUP BY vote_id
),
member_votes AS (
  SELECT vote_id, list(struct_pack(
      politician_slug := politician_slug, name := name, party := party, riding := riding, province := province,
      vote := vote, party_vote := party_vote, against_party := against_party
    ) ORDER BY party NULLS LAST, fold(name), ballot_id) AS member_votes
  FROM ballots GROUP BY vote_id
)
SELECT
  v.vote_id, b.bill_id,
  CASE
    WHEN p.vote_id IS NULL THEN 'none'
    WHEN p.cast_votes >= $whole * (v.yea_total + v.nay_total) THEN 'whole'
    ELSE 'some' END AS ballots_loaded,
  coalesce(p.party_votes, []) AS party_votes, coalesce(m.member_votes, []) AS member_votes
FROM votes AS v
LEFT JOIN bills AS b ON b.session_id = v.session_id AND b.number = v.bill_number
LEFT JOIN party_votes AS p ON p.vote_id = v.vote_id
LEFT JOIN member_votes AS m ON m.vote_id = v.vote_id;
