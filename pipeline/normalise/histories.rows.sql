/* A row is a row of a record of several versions, as `labels` say; the total in dollars. */
SELECT
  _row, _record, _nth, _current, _key, _rule,
  CAST(CAST(_total AS DECIMAL(18, 0)) * 0.01 AS DECIMAL(18, 2)) AS _total
FROM labels WHERE _several;
