/* A row is a record of several versions, with what they leave in it. Generated of the columns: `version_rows`, the
   labelled rows with their fields; `$fields`, what a version gives or all of them do; `$versions`, their list. */
SELECT $fields, any_value(v._total) FILTER (v._current) AS total, $versions AS versions
FROM version_rows AS v
GROUP BY v._record;
