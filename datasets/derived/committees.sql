/* A row is a committee, one for each acronym, named as in its latest session. */
WITH latest AS (
  SELECT
    acronym,
    arg_max(name_en, session_id) AS name_en,
    arg_max(name_fr, session_id) AS name_fr,
    arg_max(parent, session_id) AS parent_acronym,
    max(session_id) AS session_id,
    max(l.last_changed) AS last_updated,
    list(struct_pack(session_id := session_id, name_en := name_en) ORDER BY session_id) AS sessions
  FROM committee_sessions JOIN loads_of_committee_sessions AS l USING (record_id)
  GROUP BY acronym
),
named AS (
  SELECT
    *,
    CAST('0x' || left(sha256('commons_committees' || chr(10) || acronym), 8) AS UBIGINT) >> 1 AS id,
    slug_of(regexp_replace(fold(name_en), $leading_words, '')) AS plain
  FROM latest
),
slugs AS (
  SELECT
    *,
    CASE WHEN count(*) OVER (PARTITION BY plain) > 1 THEN plain || '-' || lower(acronym) ELSE plain END AS slug
  FROM named
)
SELECT
  own.*,
  CASE WHEN up.id IS NOT NULL
    THEN struct_pack(id := up.id, name_en := up.name_en, acronym := up.acronym, slug := up.slug) END AS parent
FROM slugs AS own LEFT JOIN slugs AS up ON up.acronym = own.parent_acronym;
