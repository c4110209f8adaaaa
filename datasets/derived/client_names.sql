/* A row is a folded name of a client, with the client and the rule by which it is that client. Names have the
   same `key` if they differ in the legal form alone. A registrant holds two of them apart by beginning
   registrations under both, and nobody else joins them then; a version that follows one of the same key begins
   nothing. */
WITH RECURSIVE all_filings AS (
  SELECT reg_id, previous_reg_id, lobbyist_id, client_folded, client
  FROM lobbying_registrations WHERE client_folded IS NOT NULL
  UNION ALL BY NAME
  SELECT lobbyist_id, client_folded, client
  FROM lobbying_communications WHERE client_folded IS NOT NULL
),
spellings AS (
  SELECT client_folded, client, count(*) AS n FROM all_filings GROUP BY ALL
),
keys AS (
  SELECT client_folded, coalesce(nullif(vendor_key_of(client_folded), ''), client_folded) AS key
  FROM (SELECT DISTINCT client_folded FROM spellings)
),
filings AS (
  FROM all_filings JOIN keys USING (client_folded) WHERE lobbyist_id IS NOT NULL
),
registrants AS (
  SELECT f.lobbyist_id, f.key, count(DISTINCT f.client_folded) FILTER (p.reg_id IS NULL) AS begun
  FROM filings AS f
  LEFT JOIN filings AS p
    ON p.reg_id = f.previous_reg_id AND p.lobbyist_id = f.lobbyist_id AND p.key = f.key
  WHERE f.reg_id IS NOT NULL
  GROUP BY ALL
),
filed AS (
  SELECT DISTINCT lobbyist_id, key, client_folded
  FROM filings SEMI JOIN registrants USING (lobbyist_id, key)
  WHERE key NOT IN (SELECT key FROM registrants WHERE begun > 1)
),
pairs AS (
  SELECT DISTINCT a.client_folded, b.client_folded AS other
  FROM filed AS a JOIN filed AS b USING (lobbyist_id, key)
  WHERE a.client_folded <> b.client_folded
),
reached AS (
  FROM pairs
  UNION
  SELECT r.client_folded, p.other FROM reached AS r JOIN pairs AS p ON p.client_folded = r.other
),
roots AS (
  SELECT client_folded, min(other) AS root FROM reached GROUP BY client_folded
),
rooted AS (
  SELECT s.*, coalesce(r.root, s.client_folded) AS root, r.root IS NOT NULL AS joined
  FROM spellings AS s LEFT JOIN roots AS r USING (client_folded)
),
named AS (
  SELECT root, first(client ORDER BY n DESC, client) AS client
  FROM (SELECT root, client, sum(n) AS n FROM rooted GROUP BY ALL)
  GROUP BY root
)
SELECT DISTINCT r.client_folded, named.client, CASE WHEN joined THEN 'legal form' ELSE 'name' END AS rule
FROM rooted AS r JOIN named USING (root);
