/* A row is a rule, or a reason for no link or merge, with its number of names. */
SELECT 'published name to organization' AS link, rule, count(*) AS count
FROM organization_links GROUP BY ALL
UNION ALL BY NAME
SELECT 'merge of organizations refused' AS link, refused AS rule, count(*) AS count
FROM organization_links WHERE refused IS NOT NULL
GROUP BY ALL;
