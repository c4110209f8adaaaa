/* A row is a record of a renewed source that keeps its id: `formula` is the id that its key gives now, `kept` the one that
   it had. Only records whose id is gone are compared with those whose id is new. They are one record where they share a
   row (a `$number` within one `$within`); they are also one where declared columns are equal (`$equal`): then the row has
   another number. Either way no other record may be meant. `before` and `now` are the records of both builds. */
WITH gone AS (FROM before ANTI JOIN now USING (record_id)),
added AS (FROM now ANTI JOIN before USING (record_id)),
gone_rows AS (
  SELECT record_id AS kept, $within AS place,
    unnest(list_distinct(list_append(list_transform(versions, lambda one: one.$number), $number))) AS number
  FROM gone
),
added_rows AS (
  SELECT record_id AS formula, $within AS place,
    unnest(list_distinct(list_append(list_transform(versions, lambda one: one.$number), $number))) AS number
  FROM added
),
shared AS (SELECT DISTINCT kept, formula FROM gone_rows JOIN added_rows USING (place, number)),
by_rows AS (
  FROM shared
  QUALIFY count(*) OVER (PARTITION BY kept) = 1 AND count(*) OVER (PARTITION BY formula) = 1
),
alike AS (
  SELECT gone.record_id AS kept, added.record_id AS formula
  FROM gone JOIN added ON $equal
  WHERE gone.record_id NOT IN (SELECT kept FROM by_rows) AND added.record_id NOT IN (SELECT formula FROM by_rows)
),
by_content AS (
  FROM alike
  QUALIFY count(*) OVER (PARTITION BY kept) = 1 AND count(*) OVER (PARTITION BY formula) = 1
)
SELECT formula, kept FROM by_rows UNION ALL SELECT formula, kept FROM by_content;
