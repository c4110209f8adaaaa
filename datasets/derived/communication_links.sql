/* A row is a communication with its registration, and with its officials and the politicians that they are. */
SELECT
  c.com_id, f.reg_id,
  coalesce(f.rule, 'none of this registrant and client in force') AS reg_rule,
  coalesce(c.registrant_name, r.lobbyist_name) AS lobbyist_name,
  r.lobbyist_firm, r.registration_type,
  list_transform(officials, lambda o, i: struct_pack(
    name := o.name, title := o.title, branch := o.branch, institution := o.institution,
    politician_slug := list_filter(hits, lambda h: h.nth = i)[1].slug)) AS dpohs,
  list_transform(officials, lambda o, i:
    coalesce(list_filter(hits, lambda h: h.nth = i)[1].rule, 'other name')) AS rules
FROM lobbying_communications AS c
LEFT JOIN registration_of AS f USING (com_id)
LEFT JOIN (
  SELECT reg_id, lobbyist_name, lobbyist_firm, registration_type FROM lobbying_registrations
) AS r USING (reg_id)
LEFT JOIN official_hits AS found USING (com_id);
