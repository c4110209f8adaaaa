/* A row is a rule with its number of names. */
SELECT 'name to client' AS link, rule, count(*) AS count FROM client_names GROUP BY ALL;
