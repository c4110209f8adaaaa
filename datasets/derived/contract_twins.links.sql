/* A row is a rule, or a reason for no link, with its number of records. */
SELECT 'contract to the other publisher' AS link, rule, count(*) AS count
FROM contract_twins GROUP BY ALL;
