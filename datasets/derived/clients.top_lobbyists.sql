/* A row is a lobbyist of a client, with the number of communications. */
SELECT
  k._key, coalesce(l.lobbyist_name, k.registrant_name) AS lobbyist, k.lobbyist_id, l.firm_name AS firm,
  count(*) AS count
FROM communications AS k LEFT JOIN lobbyists AS l ON l.lobbyist_id = k.lobbyist_id
WHERE coalesce(l.lobbyist_name, k.registrant_name) IS NOT NULL
GROUP BY ALL;
