/* A row is a folded name of grant recipients that are people. A type that at most one in `$rare` of the typed
   records of a name has gives way to the usual one. */
SELECT
  recipient_folded, (grant_count - people) * $rare > grant_count AS also_organization, grant_count
FROM (
  SELECT
    recipient_folded, count(*) FILTER (recipient_type = $individual) AS people,
    count(recipient_type) AS grant_count
  FROM grants WHERE recipient_folded IS NOT NULL
  GROUP BY recipient_folded
)
WHERE people * $rare > grant_count;
