/* A row is a contract record whose number the other publisher has with the same buyer or vendor, with the record
   there that is the same contract, or the reason why none is. */
WITH numbers AS (
  /* Of all rows of a record: numbers of amendments have things behind them. Spreadsheets rounded some. */
  SELECT DISTINCT
    record_id, source_dataset = $disclosures AS disclosed,
    regexp_replace(fold(published), '[^\p{L}\p{N}]', '', 'g') AS number
  FROM (
    SELECT
      record_id, source_dataset,
      unnest(list_append(list_transform(versions, lambda v: v.contract_number), contract_number)) AS published
    FROM contracts
  )
  WHERE regexp_matches(published, '[1-9]') AND NOT regexp_full_match(published, '\d(\.\d+)?E\+\d+')
),
met AS (
  SELECT DISTINCT d.record_id AS disclosure, h.record_id AS history
  FROM numbers AS d JOIN numbers AS h USING (number)
  WHERE d.disclosed AND NOT h.disclosed AND length(number) >= $shortest
),
records AS (
  SELECT
    record_id, department, end_user, date, contract_period_end, value, original_value, instrument_type,
    list_filter(
      list_append(list_transform(versions, lambda v: vendor_key_of(v.vendor)), vendor_group),
      lambda key: key <> '') AS vendors
  FROM contracts WHERE record_id IN (SELECT disclosure FROM met UNION ALL SELECT history FROM met)
),
/* The body that buys, and those that it buys for: they disclose what they pay. */
buyers AS (
  SELECT record_id, list(coalesce(b.body_key, name)) AS buyers
  FROM (
    SELECT record_id, fold(regexp_replace(trim(name), '\s*\([^()]*\)$', '')) AS name
    FROM (
      SELECT
        record_id,
        unnest(list_append(
          string_split(split_part(end_user, ' | ', 1), ' / '), split_part(department, ' | ', 1))) AS name
      FROM records
    )
  )
  LEFT JOIN bodies AS b USING (name)
  WHERE name <> '' GROUP BY record_id
),
compared AS (
  SELECT
    met.disclosure, met.history,
    coalesce(list_has_any(db.buyers, hb.buyers), false) AS buyer,
    coalesce(list_has_any(d.vendors, h.vendors), false) AS vendor,
    coalesce(d.instrument_type <> h.instrument_type, false) AS other_kind,
    abs(date_diff('day', d.date, h.date)) AS days,
    /* Some files have whole dollars. */
    coalesce(d.value <> 0 AND abs(d.value - h.value) < 1, false)
      OR coalesce(d.original_value <> 0 AND abs(d.original_value - h.original_value) < 1, false) AS same_value,
    /* Not by `greatest`, for which an unknown value is as good as an equal one. */
    d.value > 0 AND d.value <= $taxes * h.value AND h.value <= $taxes * d.value AS taxes,
    /* A history that begins with an amendment has no value at the award, and the day of that amendment. */
    h.original_value IS NULL AND h.date BETWEEN d.date AND d.contract_period_end AS amended_within,
    d.value IS NOT NULL OR h.value IS NULL AS disclosure_counts
  FROM met
  JOIN records AS d ON d.record_id = met.disclosure
  JOIN records AS h ON h.record_id = met.history
  LEFT JOIN buyers AS db ON db.record_id = met.disclosure
  LEFT JOIN buyers AS hb ON hb.record_id = met.history
),
/* Whether a record is the only one of its publisher of the number and buyer, and of the vendor. */
weighed AS (
  SELECT
    *,
    count(*) FILTER (buyer AND NOT other_kind) OVER of_disclosure = 1
      AND count(*) FILTER (buyer AND NOT other_kind) OVER of_history = 1 AS only_of_buyer,
    count(*) FILTER (buyer AND vendor AND NOT other_kind) OVER of_disclosure = 1
      AND count(*) FILTER (buyer AND vendor AND NOT other_kind) OVER of_history = 1 AS only_of_vendor
  FROM compared
  WINDOW of_disclosure AS (PARTITION BY disclosure), of_history AS (PARTITION BY history)
),
judged AS (
  SELECT
    *,
    CASE
      WHEN other_kind THEN NULL
      WHEN buyer AND vendor AND days = 0 AND same_value THEN 'number, buyer, vendor, day and value'
      WHEN buyer AND vendor AND only_of_vendor AND (days = 0 OR (same_value AND days <= $renewal))
        THEN 'number, buyer, vendor, and day or value'
      WHEN buyer AND vendor AND only_of_vendor AND (days <= $near OR (taxes AND days <= $renewal))
        THEN 'number, buyer and vendor, near in day or value'
      WHEN buyer AND vendor AND only_of_vendor AND amended_within
        THEN 'number, buyer and vendor, amended in its period'
      WHEN buyer AND only_of_buyer AND days = 0 AND same_value THEN 'number, buyer, day and value'
      WHEN vendor AND days = 0 AND same_value THEN 'number, vendor, day and value' END AS rule
  FROM weighed
),
/* A pair is one contract where neither record has a better or an equally good one. */
pairs AS (
  SELECT j.*, r.certainty
  FROM judged AS j JOIN twin_rules AS r USING (rule)
  QUALIFY r.nth = min(r.nth) OVER (PARTITION BY j.disclosure)
    AND r.nth = min(r.nth) OVER (PARTITION BY j.history)
    AND count(*) OVER (PARTITION BY j.disclosure, r.nth) = 1
    AND count(*) OVER (PARTITION BY j.history, r.nth) = 1
),
twins AS (
  SELECT disclosure AS record_id, history AS twin_id, rule, certainty, disclosure_counts AS counted_once FROM pairs
  UNION ALL
  SELECT history, disclosure, rule, certainty, NOT disclosure_counts FROM pairs
),
/* The first reason is that of the record that is most alike. */
reasons AS (
  SELECT
    *,
    CASE
      WHEN rule IS NOT NULL OR (buyer AND vendor AND NOT other_kind AND NOT only_of_vendor) THEN 1
      WHEN buyer AND vendor AND NOT other_kind THEN 2
      WHEN buyer AND vendor THEN 3
      WHEN buyer THEN 4
      ELSE 5 END AS reason
  FROM judged WHERE buyer OR vendor
),
alone AS (
  SELECT record_id, min(reason) AS reason
  FROM (
    SELECT disclosure AS record_id, reason FROM reasons UNION ALL SELECT history, reason FROM reasons
  )
  WHERE record_id NOT IN (SELECT record_id FROM twins)
  GROUP BY record_id
)
SELECT * FROM twins
UNION ALL BY NAME
SELECT
  record_id,
  CASE reason
    WHEN 1 THEN 'several contracts under the number'
    WHEN 2 THEN 'too far apart in day and value'
    WHEN 3 THEN 'standing offer and contract'
    WHEN 4 THEN 'another vendor'
    ELSE 'another buyer' END AS rule,
  true AS counted_once
FROM alone;
