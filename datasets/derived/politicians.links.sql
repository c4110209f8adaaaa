/* A row is a rule, or a reason for no link, with its number of people of the Library, or of seats on committees. */
SELECT
  'person of the Library to person of the House' AS link,
  CASE
    WHEN h.house_id IS NOT NULL THEN s.rule
    WHEN s.house_id IS NOT NULL THEN 'number that the House does not list'
    ELSE 'not at the House' END AS rule,
  count(*) AS count
FROM library_people AS l
LEFT JOIN same_people AS s USING (library_id)
LEFT JOIN house_people AS h ON h.house_id = s.house_id
GROUP BY ALL
UNION ALL
SELECT 'place of a politician to committee', r.rule, count(*) FROM committee_seats AS r GROUP BY ALL;
