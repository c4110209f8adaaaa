/* A row is an institution in the communications of a lobbyist, client or organization; one counts once for each. */
SELECT _key, institution, count(*) AS count
FROM (SELECT k._key, unnest(list_distinct(k.institutions)) AS institution FROM communications AS k)
GROUP BY ALL;
