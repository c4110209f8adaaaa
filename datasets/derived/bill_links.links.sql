/* A row is a rule, or a reason for no link, with its number of sponsors or divisions. */
SELECT 'sponsor to politician' AS link, sponsor_rule AS rule, count(*) AS count
FROM bill_links GROUP BY ALL
UNION ALL BY NAME
SELECT
  'division to bill' AS link, count(*) AS count,
  CASE WHEN b.bill_id IS NULL THEN 'no bill of this number is loaded' ELSE 'session and number' END AS rule
FROM votes AS v LEFT JOIN bills AS b ON b.session_id = v.session_id AND b.number = v.bill_number
WHERE v.bill_number IS NOT NULL
GROUP BY ALL;
