/* Macros of declarations; no rows. */

/* A list without duplicates, in order of first occurrence; null stays null. */
CREATE OR REPLACE MACRO in_order(l) AS list_filter(l, lambda x, i: list_position(l, x) = i);

/* Folded words of a text that is not null, padded with blanks: ' office of the speaker '. */
CREATE OR REPLACE MACRO padded_words_of(x) AS
  ' ' || trim(regexp_replace(fold(x), '[^\p{L}\p{N}]+', ' ', 'g')) || ' ';

/* The first and the last word of each of a list of names: publishers differ in middle names and initials. */
CREATE OR REPLACE MACRO name_ends_of(names) AS list_distinct(list_transform(
  names, lambda name: regexp_replace(person_key_of(name), '^([^ ]+) .* ([^ ]+)$', '\1 \2')));

/* Whether a name of one list of such ends has the first word (1), or the last (-1), of one of the other list. */
CREATE OR REPLACE MACRO share_word(ends, others, nth) AS list_has_any(
  list_transform(ends, lambda name: split_part(name, ' ', nth)),
  list_transform(others, lambda name: split_part(name, ' ', nth)));

/* Whether a day is in a term (`from_date`, `to_date`), as far as its days are known. */
CREATE OR REPLACE MACRO covers(term, day) AS
  coalesce(term.from_date, day) <= day AND coalesce(term.to_date, day) >= day;

/* The last day of a term: if it is missing and the parliament was dissolved since, the day of that dissolution. */
CREATE OR REPLACE MACRO last_day_of(term, dissolutions) AS
  coalesce(term.to_date, list_min(list_filter(dissolutions, lambda day: day >= term.from_date)));

/* Terms at the Library beside those at the House, which are exact if there are any: an earlier one ends where
   they begin, and an overlapping one is dropped. */
CREATE OR REPLACE MACRO terms_beside(library, house) AS list_filter(
  list_transform(library, lambda x: CASE
    WHEN x.from_date < list_min(list_transform(house, lambda h: h.from_date))
    THEN struct_update(x, to_date := least(
      coalesce(x.to_date, DATE '9999-12-31'), list_min(list_transform(house, lambda h: h.from_date)) - 1))
    ELSE x END),
  lambda x: NOT coalesce(len(list_filter(house, lambda h:
    h.from_date <= coalesce(x.to_date, DATE '9999-12-31')
    AND coalesce(h.to_date, DATE '9999-12-31') >= x.from_date)) > 0, false));
