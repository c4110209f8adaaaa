/* A row is a person of the Library of Parliament, with terms and parties. Numbers of roles there: 719 a mandate in
   the House, 718 a seat in the Senate, 722 a member of a party in Parliament. */
SELECT
  CAST(p.library_id AS BIGINT) AS library_id, TRY_CAST(p.house_id AS BIGINT) AS house_id, p.house_pages, p.name,
  p.name_forms, p.source_url, p.is_member, l.last_changed,
  name_ends_of(p.name_forms) AS ends,
  list_transform(
    list_filter(p.roles, lambda r: r.role_id IN (719, 718)),
    lambda r: struct_pack(
      from_date := r.from_date, to_date := r.to_date,
      chamber := CASE r.role_id WHEN 718 THEN 'Senate' ELSE 'House' END,
      riding := r.organization, province := r.province, party := NULL::VARCHAR)) AS terms,
  list_transform(
    list_filter(p.roles, lambda r: r.role_id = 722),
    lambda r: struct_pack(from_date := r.from_date, to_date := r.to_date, party := r.party)) AS parties
FROM parliamentarians AS p JOIN loads_of_parliamentarians AS l ON l.record_id = p.library_id;
