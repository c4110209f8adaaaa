/** Parties of releases: buyers and suppliers with their identifiers. */
import type {Json} from '../../../../../datasets/types.ts';
import type {Row} from '../../../../../engine/types.ts';

/** Schemes of identifiers that no register of schemes has. */
const SCHEMES = {
  /** Business number of the Canada Revenue Agency, its first nine digits. */
  business: 'X-CA-BN',
  /** Key of a profile of this service. */
  organization: 'X-FPD-ORGANIZATION',
  vendor: 'X-FPD-VENDOR',
  department: 'X-FPD-DEPARTMENT',
};

export type Members = {[name: string]: Json};

/** The members that are known: OCDS leaves out what is not. */
export const known = (members: Readonly<Record<string, Json | undefined>>): Members =>
  Object.fromEntries(Object.entries(members).filter((one): one is [string, Json] => one[1] !== undefined));

export interface Party extends Members {
  id: string;
  name: string;
  roles: string[];
}

const COUNTRIES = new Intl.DisplayNames(['en'], {type: 'region', fallback: 'none'});

/** What is known of the address of a supplier; nothing where nothing is. */
function addressOf({vendor_postal_code: code, vendor_country: country}: Row): Members {
  const name = typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? COUNTRIES.of(country) : undefined;
  const address = {
    ...(typeof code === 'string' ? {postalCode: code} : {}),
    ...(name === undefined ? {} : {countryName: name}),
  };
  return Object.keys(address).length > 0 ? {address} : {};
}

/** An id of a party: identifiers hold letters of any script, ids those that addresses have. */
const idOf = (scheme: string, key: string): string => `${scheme}-${key}`;

/**
 * The supplier of a record, null without a name: by the key of its organization, whose `bn` is a business
 * number, else by that of the vendor, else by its name. `base` is the address of the API.
 */
export function supplierOf(row: Row, base: string): Party | null {
  const {vendor: name, organization_key: key, vendor_key: vendor} = row;
  if (typeof name !== 'string') return null;
  const organization = typeof key === 'string' ? key : null;
  const [, business] = /^bn(\d{9})$/.exec(organization ?? '') ?? [];
  const keys: Members[] = [
    ...(business === undefined ? [] : [{scheme: SCHEMES.business, id: business}]),
    ...(organization === null
      ? []
      : [
          {
            scheme: SCHEMES.organization,
            id: organization,
            uri: `${base}/organizations/${encodeURIComponent(organization)}`,
          },
        ]),
    ...(typeof vendor === 'string'
      ? [{scheme: SCHEMES.vendor, id: vendor, uri: `${base}/vendors/${vendor}`}]
      : []),
  ];
  const [first = {scheme: SCHEMES.vendor, id: encodeURIComponent(name)}, ...others] = keys;
  return {
    id: idOf(String(first['scheme']), String(first['id'])),
    name,
    roles: ['supplier'],
    identifier: first,
    ...(others.length > 0 ? {additionalIdentifiers: others} : {}),
    ...addressOf(row),
  };
}

/** The buying organization of a record in a role, null without one. */
export function buyerOf({department}: Row, role: string, base: string): Party | null {
  if (typeof department !== 'string') return null;
  const key = encodeURIComponent(department);
  return {
    id: idOf(SCHEMES.department, key),
    name: department,
    roles: [role],
    identifier: {scheme: SCHEMES.department, id: key, uri: `${base}/departments/${key}`},
  };
}

/** How a party is referred to. */
export const referenceTo = ({id, name}: Party): Members => ({id, name});
