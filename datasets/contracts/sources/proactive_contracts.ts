/** Proactive disclosure of contracts over 10,000 CAD: one CSV of all institutions, updated nightly. */
import {
  COMMODITY_TYPE,
  COUNTRY,
  INSTRUMENT_TYPE,
  PLACEHOLDERS,
  PROCUREMENT_METHOD,
  SOLICITATION_PROCEDURE,
  STANDARD_SENTENCES,
} from '../../codes/procurement.ts';
import {
  address,
  code,
  constant,
  date,
  department,
  extract,
  firstCharacters,
  integer,
  joinNonBlank,
  money,
  text,
  vendorKey,
} from '../../fields.ts';
import {OGL, OPEN_CANADA, TBS} from '../../publishers/licences.ts';
import {ckanFile} from '../../publishers/portals.ts';
import {source} from '../../source.ts';
import type {Fields} from '../../types.ts';

const DATASET = 'd8f85d91-7dec-4fd1-8055-483b77225d8b';
const RESOURCE = 'fac950c0-00d5-4ec1-a4d3-9cbebf98a305';
const PAGE = `https://open.canada.ca/data/en/dataset/${DATASET}`;

/** Reporting period inside the usual form of a reference number, `C-2019-2020-Q4-00001`. */
const PERIOD_IN_REFERENCE = /(\d{4}-\d{4}-Q[1-4])/;

const fields: Fields = {
  event_type: constant('contract'),
  vendor: text('vendor_name', PLACEHOLDERS),
  department: department({code: 'owner_org', both: 'owner_org_title'}),
  value: money('contract_value'),
  date: date('contract_date'),
  description: text(
    ['additional_comments_en', 'comments_en', 'description_en'],
    PLACEHOLDERS,
    STANDARD_SENTENCES,
  ),
  procurement_method: code('solicitation_procedure', PROCUREMENT_METHOD),
  source_url: address({
    template: 'https://search.open.canada.ca/contracts/record/{owner_org},{reference_number}',
    otherwise: PAGE,
  }),
  reference_number: 'reference_number',
  contract_number: text('procurement_id', PLACEHOLDERS),
  original_value: money(['original_value', 'contract_value']),
  currency: constant('CAD'),
  currency_value: money('contract_value'),
  contract_period_start: date('contract_period_start'),
  contract_period_end: date('delivery_date'),
  instrument_type: code('instrument_type', INSTRUMENT_TYPE),
  commodity_type: code('commodity_type', COMMODITY_TYPE),
  commodity_code: text('commodity_code', PLACEHOLDERS),
  economic_object_code: text('economic_object_code', PLACEHOLDERS),
  solicitation_procedure: code('solicitation_procedure', SOLICITATION_PROCEDURE),
  number_of_bids: integer('number_of_bids'),
  description_fr: text(
    ['additional_comments_fr', 'comments_fr', 'description_fr'],
    PLACEHOLDERS,
    STANDARD_SENTENCES,
  ),
  comments_en: text('comments_en', PLACEHOLDERS),
  comments_fr: text('comments_fr', PLACEHOLDERS),
  reporting_period: text(['reporting_period'], PLACEHOLDERS),
  vendor_postal_code: firstCharacters('vendor_postal_code', 3, /^[A-Z]\d[A-Z]$/),
  vendor_country: code('country_of_vendor', COUNTRY),
  vendor_group: vendorKey('vendor_name', PLACEHOLDERS),
  // For keys and versions only.
  institution: 'owner_org',
  // Some exchange number and reference.
  period: extract(['reporting_period', 'reference_number', 'procurement_id'], PERIOD_IN_REFERENCE),
  // As published: a blank one links nothing, whatever replaces it in the record.
  award_value: money('original_value'),
  version_date: date('contract_date'),
  version_change: money('amendment_value'),
  instrument: 'instrument_type',
  remarks: joinNonBlank(['additional_comments_en', 'comments_en', 'additional_comments_fr', 'comments_fr']),
};

export default source({
  slug: 'proactive_contracts',
  label: 'Proactive Disclosure Contracts',
  dataset: 'contracts',
  publisher: TBS,
  ...OGL,
  page: PAGE,
  cadence: 'weekly',
  files: [ckanFile('contracts.csv', OPEN_CANADA, DATASET, RESOURCE)],
  help: 'Header of the registry, with the column names of 2018, 2019 and 2022 as earlier spellings.',
  unused: `buyer_name, agreement_type_code, trade_agreement, land_claims, limited_tendering_reason,
    trade_agreement_exceptions, indigenous_business, indigenous_business_excluding_psib,
    intellectual_property, potential_commercial_exploitation, former_public_servant,
    contracting_entity, standing_offer_number, ministers_office, article_6_exceptions, award_criteria,
    socioeconomic_indicator`,
  optional: `vendor_postal_code, number_of_bids, commodity_code, commodity_type, country_of_vendor,
    solicitation_procedure, instrument_type, additional_comments_en, additional_comments_fr,
    reporting_period`,
  aliases: {
    ref_number: 'reference_number',
    commodity_type_code: 'commodity_type',
    country_of_origin: 'country_of_vendor',
    solicitation_procedure_code: 'solicitation_procedure',
    limited_tendering_reason_code: 'limited_tendering_reason',
    exemption_code: 'trade_agreement_exceptions',
    aboriginal_business: 'indigenous_business',
    aboriginal_business_incidental: 'indigenous_business_excluding_psib',
    intellectual_property_code: 'intellectual_property',
    standing_offer: 'standing_offer_number',
    document_type_code: 'instrument_type',
  },
  fields,
  required: ['reference_number', 'institution'],
  key: ['institution', 'reference_number'],
  // A reference number used for two contracts names both.
  disambiguate: ['contract_number', 'vendor_group', 'date', 'value'],
  knownBy: {
    within: 'department',
    number: 'reference_number',
    same: ['contract_number', 'vendor_group', 'date', 'original_value'],
  },
  versions: {
    rule: 'disclosed_contracts',
    same: [],
    aggregates: {earliest: 'min(v.date)'},
    computed: {date: 'coalesce(earliest, last.date)'},
  },
});
