/* A row is a row of a source that may be one record with others: the first of them is its `_group`, and `_varies`
   says whether they differ. Generated of the rule: `$terms`, the columns of `keyed` that must be equal;
   `$present`, which of them must have a value; `$equal`, a comparison of them. Groups of one row, by far most of
   them, need none of what follows. */
WITH often AS (
  SELECT $terms, min(_row) AS _group, min(_varies) <> max(_varies) AS _varies
  FROM keyed WHERE $present
  GROUP BY ALL HAVING count(*) > 1
)
SELECT keyed._row, often._group, often._varies FROM keyed JOIN often ON $equal;
