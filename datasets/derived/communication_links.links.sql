/* A row is a rule, or a reason for no link, with its number of communications or officials. */
SELECT 'communication to registration' AS link, reg_rule AS rule, count(*) AS count
FROM communication_links GROUP BY ALL
UNION ALL BY NAME
SELECT 'official to politician' AS link, rule, count(*) AS count
FROM (SELECT unnest(rules) AS rule FROM communication_links)
GROUP BY ALL;
