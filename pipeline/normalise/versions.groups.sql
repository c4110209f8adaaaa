/* A row is a row of a source that is one record with others, since the fields of its group are equal: only groups
   of several rows are sorted. Generated of the declared versions: `$group`, the fields; `$equal`, a comparison of
   them; `$sorted`, the terms of the order; `$is_current`, a condition; `$reason`, a text. */
WITH often AS (
  SELECT $group, min(_row) AS _record, count(*) AS _n FROM typed_rows AS v GROUP BY ALL HAVING count(*) > 1
),
ordered AS (
  SELECT
    v._row, often._record, often._n,
    row_number() OVER (PARTITION BY often._record ORDER BY $sorted) AS _nth
  FROM typed_rows AS v JOIN often ON $equal
)
SELECT
  _row, _record, _nth, _nth = 1 AS _key, CASE WHEN NOT ($is_current) THEN $reason END AS _rule, NULL AS _total
FROM ordered;
