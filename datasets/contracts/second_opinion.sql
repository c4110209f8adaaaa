/* The row has figures of all records of the proactive disclosure: how many are not one contract in the grouping
   of the publisher's search, and their value in both.

   Two passes. Rows of an institution and number are one contract where exactly one is a `C`, with no change of its
   own. Of what is left, rows of one vendor, date and economic object code are one where exactly one is a `C`, at
   least one an `A`, and no `A` is the first. Any other row is a contract. The value of a group is that of its `C`
   at the award and the changes of the others.

   The Parquet has less than the file: the institution by its name, the code of the current version alone, and of a
   record of one row neither its kind nor its change. There a row is an `A` where its value is not that of the
   award. */
WITH published AS (
  SELECT record_id, value AS record_value, department, economic_object_code, unnest(versions, max_depth := 2)
  FROM disclosures
  UNION ALL BY NAME
  SELECT
    record_id, value AS record_value, department, economic_object_code, contract_number, vendor, date,
    reporting_period, reference_number, original_value, value, amendment_value,
    CASE
      WHEN instrument_type <> 'Contract' THEN 'SOSA'
      WHEN coalesce(amendment_value, 0) = 0 THEN 'C'
      ELSE 'A' END AS instrument
  FROM disclosures WHERE len(versions) = 0
),
first_pass AS (
  SELECT
    *,
    contract_number IS NOT NULL AND count(*) OVER same > 1
      AND count(*) FILTER (instrument = 'C') OVER same = 1
      AND coalesce(sum(amendment_value) FILTER (instrument = 'C') OVER same, 0) = 0 AS by_number
  FROM published WINDOW same AS (PARTITION BY department, contract_number)
),
second_pass AS (
  SELECT
    *,
    NOT by_number AND vendor IS NOT NULL AND date IS NOT NULL
      AND count(*) FILTER (instrument = 'C') OVER same = 1
      AND count(*) FILTER (instrument = 'A') OVER same > 0
      AND first_value(instrument) OVER (same ORDER BY reporting_period, reference_number) IN ('C', 'SOSA')
      AS by_award
  FROM first_pass
  WINDOW same AS (PARTITION BY by_number, department, vendor, date, economic_object_code)
),
grouped AS (
  SELECT
    record_id, record_value,
    CASE
      WHEN by_number THEN hash('number', department, contract_number)
      WHEN by_award THEN hash('award', department, vendor, date, economic_object_code)
      ELSE hash('row', row_number() OVER ()) END AS contract,
    CASE
      WHEN NOT (by_number OR by_award) THEN value
      WHEN instrument = 'C' THEN original_value
      ELSE amendment_value END AS part
  FROM second_pass
),
spanned AS (
  SELECT *, min(record_id) OVER same <> max(record_id) OVER same AS spans
  FROM grouped WINDOW same AS (PARTITION BY contract)
),
/* A record is the same contract where its rows are one group, and the group has no others. All rows of a group
   of several records are of records that differ, so their parts add up to the value of the groups. */
compared AS (
  SELECT
    any_value(record_value) AS ours, sum(part) AS theirs,
    count(DISTINCT contract) > 1 OR bool_or(spans) AS differs
  FROM spanned GROUP BY record_id
)
SELECT
  count(*) AS records,
  count(*) FILTER (differs) AS "records that differ",
  coalesce(sum(ours) FILTER (differs), 0) AS "their value",
  coalesce(sum(theirs) FILTER (differs), 0) AS "value in the search"
FROM compared;
