/** Individuals: names of recipients that are people, as the types of their grants say. */
import {INDIVIDUAL} from '../codes/grants.ts';
import {internalColumn, NOT_NULL} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';

/** A type of at most one in so many records of a name is taken for a mistake. */
const RARE_TYPE = 20;

/**
 * SQL over grants: whether the recipient is an organization. People are none, also in records without a type.
 */
export const isOrganizationSql = `recipient_folded NOT IN (SELECT recipient_folded FROM individuals WHERE NOT also_organization)
    AND (recipient_type <> '${INDIVIDUAL}' OR recipient_folded NOT IN (SELECT recipient_folded FROM individuals))`;

export const individuals: Derived = {
  name: 'individuals',
  title: 'Individuals',
  help: `Folded names of grant recipients that are people. A type that at most one in ${RARE_TYPE} of the typed records of a name has gives way to the usual one.`,
  key: {column: 'recipient_folded', rank: 'grant_count'},
  columns: {
    recipient_folded: internalColumn('text', 'folded name', 'maren lindqvist', NOT_NULL),
    also_organization: internalColumn(
      'boolean',
      'whether other records of the name have the type of an organization; those without a type are neither then',
      false,
      NOT_NULL,
    ),
    grant_count: internalColumn('integer', 'records with a type', 3, NOT_NULL),
  },
  sort: {default: 'grant_count', keys: {grant_count: 'grant_count'}},
  filters: {},
  sql: sqlFile('datasets/derived/individuals.sql', {individual: INDIVIDUAL, rare: RARE_TYPE}),
  names: null,
  sections: {},
  profile: [],
};
