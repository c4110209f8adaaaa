/* A row is a person of the House, with terms and caucuses: those of its profile, else those of its mandates. What
   is open in a parliament that was dissolved ends with it, since the capture is older. */
SELECT
  CAST(m.person_id AS BIGINT) AS house_id, m.name, m.name_forms, m.image_url, m.source_url, l.last_changed,
  name_ends_of(m.name_forms) AS ends,
  list_transform(m.mandates, lambda t: struct_pack(
    from_date := t.from_date, to_date := last_day_of(t, $dissolutions::DATE[]), chamber := 'House',
    riding := t.riding, province := t.province, party := t.party)) AS terms,
  CASE WHEN len(m.caucus_roles) > 0
    THEN list_transform(m.caucus_roles, lambda t: struct_pack(
      from_date := t.from_date, to_date := last_day_of(t, $dissolutions::DATE[]), party := t.party))
    ELSE list_transform(m.mandates, lambda t: struct_pack(
      from_date := t.from_date, to_date := last_day_of(t, $dissolutions::DATE[]), party := t.party)) END AS parties
FROM members AS m JOIN loads_of_members AS l ON l.record_id = m.person_id;
