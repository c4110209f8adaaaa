/** Code tables of procurement: methods, instruments, commodities, countries, placeholders. */
import type {CodeTable} from '../types.ts';

/** Placeholders of publishers. Compared folded. */
export const PLACEHOLDERS = [
  'none',
  'not applicable',
  'sans objet',
  'n/a',
  'n/d',
  'na',
  '-',
  'aucun',
  'aucune',
] as const;

const ANY = (...texts: string[]): string => `(?:${texts.join('|')})`;

/**
 * Standard sentences of the disclosure guide, old and new. They say how a contract was awarded and reported,
 * not what was bought. Institutions join them to each other, with and without a blank.
 */
export const STANDARD_SENTENCES = new RegExp(
  `(?:${[
    `(?:this|the) ${ANY('contract', 'item', 'amendment')} ${ANY(
      'was competitively sourced',
      'was sole[- ]sourced',
      'was awarded using a non-competitive process',
      'was omitted (?:in|from) (?:a )?previous (?:proactive|public) disclosure',
      'was updated with additional information for the number of bids and/or award criteria',
      '(?:includes|contains) one or more amendments',
      'is a multi-year contract',
    )}`,
    'the original contract value was:? ?\\$ ?[\\d,]+(?:\\.\\d\\d)?',
    `(?:ce|le|le p?r[eé]sent) ${ANY('march[eé]', 'contrat', 'article')} ${ANY(
      "a [eé]t[eé] (?:adjug[eé]|attribu[eé]) (?:dans le cadre d['’]un concours|de fa[cç]on (?:non )?concurrentielle|[aà] un fournisseur unique)",
      'a [eé]t[eé] omis dans une divulgation (?:publique|proactive) pr[eé]c[eé]dente',
      "a [eé]t[eé] mis [aà] jour et contient des renseignements suppl[eé]mentaires sur le nombre de soumissions et/ou les crit[eè]res d['’]attribution",
      '(?:comprend|comporte|contient) (?:une ou plusieurs modifications|une modification ou plus)',
      'est un march[eé] (?:[aà] fournisseur unique|pluriannuel)',
      "s['’][eé]chelonne sur plusieurs ann[eé]es",
    )}`,
  ].join('|')}) *(?:\\.|$)`,
  'i',
);

/** Codes of the disclosure registry and of the legacy contract history, wordings of CanadaBuys. */
export const PROCUREMENT_METHOD: CodeTable = {
  name: 'procurement_method',
  help: 'how the supplier was chosen',
  values: {
    Competitive: ['OB', 'ST', 'TC'],
    'Non-competitive': ['TN'],
    'Advance contract award notice': ['AC'],
  },
  prefixes: {
    'Non-competitive': ['non-competitive'],
    Competitive: ['competitive'],
    'Advance contract award notice': ['advance contract award notice'],
  },
  ignored: [],
  unknown: 'null',
};

/** Codes of the disclosure registry with its own words; other publishers write the words. */
export const SOLICITATION_PROCEDURE: CodeTable = {
  name: 'solicitation_procedure',
  help: "the procedure in the publisher's words",
  values: {
    'Competitive - Traditional': ['TC'],
    'Competitive - Open Bidding (GETS)': ['OB'],
    'Competitive - Selective Tendering': ['ST'],
    'Non-Competitive': ['TN'],
    'Advance Contract Award Notice': ['AC'],
  },
  ignored: PLACEHOLDERS,
  unknown: 'keep',
};

/** By the first version: standing offers, supply arrangements, and contracts for everything else. */
export const INSTRUMENT_TYPE: CodeTable = {
  name: 'instrument_type',
  help: 'kind of instrument',
  values: {
    Contract: ['C', 'A', 'Contrat', 'Amendment', 'Purchase Order', 'Call-up'],
    'Standing offer or supply arrangement': [
      'SOSA',
      'Standing Offer',
      'Supply Arrangement',
      'Offre à commandes',
      "Arrangement en matière d'approvisionnement",
    ],
  },
  ignored: PLACEHOLDERS,
  unknown: 'report',
};

export const COMMODITY_TYPE: CodeTable = {
  name: 'commodity_type',
  help: 'G goods, S services, C construction',
  values: {
    G: ['*GD', 'GD', 'Good', 'Goods'],
    S: ['*SRV', 'SRV', 'Service', 'Services'],
    C: ['*CNST', 'CNST', 'Construction'],
  },
  // Goods and services together have no code of their own.
  ignored: [...PLACEHOLDERS, '*SRVTGD', 'SRVTGD'],
  unknown: 'report',
};

/** ISO 3166 alpha-2 for the names and three-letter codes seen; two-letter codes stand for themselves. */
export const COUNTRY: CodeTable = {
  name: 'country',
  help: 'ISO 3166 alpha-2',
  values: {
    CA: ['Canada', 'CAN'],
    US: ['United States', 'United States of America', 'USA', 'États-Unis'],
    GB: ['United Kingdom', 'UK', 'Great Britain', 'England', 'Royaume-Uni'],
    FR: ['France', 'FRA'],
    DE: ['Germany', 'DEU', 'Allemagne'],
    IE: ['Ireland', 'IRL', 'Irlande'],
    IT: ['Italy', 'ITA', 'Italie'],
    ES: ['Spain', 'ESP', 'Espagne'],
    NL: ['Netherlands', 'NLD', 'Pays-Bas', 'The Netherlands'],
    BE: ['Belgium', 'BEL', 'Belgique'],
    CH: ['Switzerland', 'CHE', 'Suisse'],
    AT: ['Austria', 'AUT', 'Autriche'],
    SE: ['Sweden', 'SWE', 'Suède'],
    NO: ['Norway', 'NOR', 'Norvège'],
    DK: ['Denmark', 'DNK', 'Danemark'],
    FI: ['Finland', 'FIN', 'Finlande'],
    AU: ['Australia', 'AUS', 'Australie'],
    NZ: ['New Zealand', 'NZL', 'Nouvelle-Zélande'],
    JP: ['Japan', 'JPN', 'Japon'],
    CN: ['China', 'CHN', 'Chine'],
    IN: ['India', 'IND', 'Inde'],
    IL: ['Israel', 'ISR', 'Israël'],
    MX: ['Mexico', 'MEX', 'Mexique'],
  },
  ignored: PLACEHOLDERS,
  // Other codes and names are the publisher's own and kept as published.
  unknown: 'keep',
};
