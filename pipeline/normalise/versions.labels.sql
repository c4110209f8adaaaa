/* A row is a row of a source with its record. `joined` are rows of records of several versions, all others of
   `typed_rows` are a record each. Generated of the declared versions: `$is_current`, a condition. */
SELECT
  CAST(_row AS BIGINT) AS _row, CAST(_record AS BIGINT) AS _record, _nth, $is_current AS _current, _key,
  true AS _several, _rule, CAST(_total AS BIGINT) AS _total
FROM joined
UNION ALL
SELECT _row, _row, 1, true, true, false, NULL, NULL FROM typed_rows ANTI JOIN joined USING (_row);
