/* A row is a subject in the communications of a lobbyist, client or organization; one counts once for each. */
SELECT _key, subject, count(*) AS count
FROM (SELECT k._key, unnest(list_distinct(k.subject_list)) AS subject FROM communications AS k)
GROUP BY ALL;
