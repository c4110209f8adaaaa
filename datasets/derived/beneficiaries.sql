/* A row is a beneficiary that a registration names, once for each spelling. */
SELECT DISTINCT reg_id, effective_date, beneficiary.name AS beneficiary
FROM (
  SELECT reg_id, effective_date, unnest(beneficiaries) AS beneficiary
  FROM lobbying_registrations
);
