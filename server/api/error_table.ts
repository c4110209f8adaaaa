/** Every error of the API, one row each; read by server, documents and tests. */

/** HTTP status by error code. */
export const STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RANGE_NOT_SATISFIABLE: 416,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  QUERY_TOO_EXPENSIVE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

export interface ErrorRow {
  code: ErrorCode;
  /** What programs branch on, finer than `code`; it stays when messages are reworded. */
  reason: string;
  /** The parameters at fault, where the message names them itself; else the value of `<name>`. */
  params?: readonly string[];
  /** `<name>` is replaced by a value. */
  message: string;
  /** The same in French. */
  french: string;
  when: string;
}

export const ERRORS = {
  target: {
    code: 'BAD_REQUEST',
    reason: 'invalid_target',
    message: 'Invalid parameter value.',
    french: 'Valeur de paramètre non valide.',
    when: 'the request target is over 4,096 bytes, or its percent-encoding is broken or not UTF-8',
  },
  malformed: {
    code: 'BAD_REQUEST',
    reason: 'malformed_headers',
    message: 'The headers of the request are not valid.',
    french: 'Les en-têtes de la requête ne sont pas valides.',
    when: 'no `Host` or several, lengths that differ, another `Transfer-Encoding` than `chunked`; the connection is closed',
  },
  integer: {
    code: 'BAD_REQUEST',
    reason: 'invalid_integer',
    message: '<name> must be an integer.',
    french: '<name> doit être un entier.',
    when: 'not an optional sign and digits, or beyond 9,007,199,254,740,991',
  },
  number: {
    code: 'BAD_REQUEST',
    reason: 'invalid_number',
    message: '<name> must be a number.',
    french: '<name> doit être un nombre.',
    when: 'not a plain decimal number; exponents and separators are not taken',
  },
  boolean: {
    code: 'BAD_REQUEST',
    reason: 'invalid_boolean',
    message: '<name> must be a valid boolean.',
    french: '<name> doit être un booléen valide.',
    when: 'not `true`, `false`, `1` or `0`',
  },
  date: {
    code: 'BAD_REQUEST',
    reason: 'invalid_date',
    message: '<name> must be a date in the form YYYY-MM-DD.',
    french: '<name> doit être une date de la forme AAAA-MM-JJ.',
    when: 'another form, or a day that does not exist; of a time in UTC (`2024-05-06T00:00:00.000Z`) the day counts',
  },
  time: {
    code: 'BAD_REQUEST',
    reason: 'invalid_time',
    message: '<name> must be a date or a time in the form YYYY-MM-DDTHH:MM:SS.',
    french: '<name> doit être une date, ou une heure de la forme AAAA-MM-JJTHH:MM:SS.',
    when: 'another form, or a day or time that does not exist; a fraction and a `Z` may follow the seconds',
  },
  set: {
    code: 'BAD_REQUEST',
    reason: 'unknown_value',
    message: '<name> must be one of: <values>.',
    french: '<name> doit être l’une de ces valeurs\u00a0: <values>.',
    when: 'a value outside the set',
  },
  most: {
    code: 'BAD_REQUEST',
    reason: 'too_many_values',
    message: '<name> takes at most <most> values.',
    french: '<name> accepte au plus <most> valeurs.',
    when: 'more values in a comma list than the operation takes',
  },
  choice: {
    code: 'BAD_REQUEST',
    reason: 'unknown_value',
    message: '<name> must be <values>.',
    french: '<name> doit être <values>.',
    when: 'a value outside a set of two, where the operation names both',
  },
  fiscal_year: {
    code: 'BAD_REQUEST',
    reason: 'invalid_fiscal_year',
    message: '<name> must have the form YYYY-YY.',
    french: '<name> doit avoir la forme AAAA-AA.',
    when: 'not four digits, a hyphen and two digits',
  },
  longest: {
    code: 'BAD_REQUEST',
    reason: 'too_long',
    message: '<name> must be at most <longest> characters.',
    french: '<name> doit compter au plus <longest> caractères.',
    when: 'a longer text',
  },
  words: {
    code: 'BAD_REQUEST',
    reason: 'too_many_words',
    message: '<name> takes at most <most> words.',
    french: '<name> accepte au plus <most> mots.',
    when: 'more words in a search',
  },
  short_words: {
    code: 'BAD_REQUEST',
    reason: 'too_many_words',
    message: '<name> takes at most <most> words of one or two letters: leave some out, or write longer ones.',
    french:
      '<name> accepte au plus <most> mots d’une ou deux lettres : retirez-en, ou écrivez des mots plus longs.',
    when: 'more short words in a search',
  },
  lowest: {
    code: 'BAD_REQUEST',
    reason: 'out_of_range',
    message: '<name> must be at least <lowest>.',
    french: '<name> doit être au moins <lowest>.',
    when: 'below the lower bound',
  },
  required: {
    code: 'BAD_REQUEST',
    reason: 'missing_parameter',
    message: '<name> is required.',
    french: '<name> est obligatoire.',
    when: 'a required parameter is not given or empty',
  },
  required_together: {
    code: 'BAD_REQUEST',
    reason: 'missing_parameter',
    message: '<names> are required.',
    french: '<names> sont obligatoires.',
    when: 'one of several required parameters that belong together is not given or empty',
  },
  between: {
    code: 'BAD_REQUEST',
    reason: 'out_of_range',
    message: '<name> must be between <low> and <high>.',
    french: '<name> doit être compris entre <low> et <high>.',
    when: 'a number outside its range',
  },
  proximity: {
    code: 'BAD_REQUEST',
    reason: 'missing_parameter',
    params: ['lat', 'lng', 'radius_km'],
    message: 'lat, lng and radius_km must be given together.',
    french: 'lat, lng et radius_km doivent être donnés ensemble.',
    when: 'one or two of them are given',
  },
  distance: {
    code: 'BAD_REQUEST',
    reason: 'missing_parameter',
    params: ['sort_by', 'lat', 'lng', 'radius_km'],
    message: 'sort_by=distance requires lat, lng and radius_km.',
    french: 'sort_by=distance exige lat, lng et radius_km.',
    when: 'distances are requested without a point',
  },
  cursor_unreadable: {
    code: 'BAD_REQUEST',
    reason: 'invalid_cursor',
    params: ['cursor'],
    message: 'cursor is not valid.',
    french: 'cursor n’est pas valide.',
    when: 'not a cursor from an answer',
  },
  cursor_other: {
    code: 'BAD_REQUEST',
    reason: 'cursor_mismatch',
    params: ['cursor'],
    message: 'cursor does not match this query.',
    french: 'cursor ne correspond pas à cette requête.',
    when: 'a cursor of another operation, of other filters or of another order',
  },
  cursor_combined: {
    code: 'BAD_REQUEST',
    reason: 'conflicting_parameters',
    params: ['cursor', 'offset', 'page'],
    message: 'cursor cannot be combined with offset or page.',
    french: 'cursor ne se combine ni avec offset ni avec page.',
    when: '`cursor` together with `offset` or `page`',
  },
  fields: {
    code: 'BAD_REQUEST',
    reason: 'unknown_name',
    message: '<name> has an unknown name: <unknown>. Allowed: <values>.',
    french: '<name> contient un nom inconnu\u00a0: <unknown>. Noms permis\u00a0: <values>.',
    when: '`fields` or `facets` names something that the operation does not have',
  },
  ids: {
    code: 'BAD_REQUEST',
    reason: 'invalid_id',
    message: '<name> has an id that no record can have: <id>. Separate ids by commas.',
    french:
      '<name> contient un identifiant impossible\u00a0: <id>. Séparez les identifiants par des virgules.',
    when: 'an id with white space inside, or of more than 200 characters',
  },
  point: {
    code: 'BAD_REQUEST',
    reason: 'invalid_point',
    message:
      '<name>: point <position> must be lat,lng in degrees, lat from -90 to 90 and lng from -180 to 180. Separate points by semicolons.',
    french:
      '<name>\u00a0: le point <position> doit être lat,lng en degrés, lat de -90 à 90 et lng de -180 à 180. Séparez les points par des points-virgules.',
    when: 'a point of a list that has another form or is outside the bounds; positions count from 1',
  },
  facets_format: {
    code: 'BAD_REQUEST',
    reason: 'conflicting_parameters',
    params: ['facets', 'format'],
    message: 'facets are part of JSON answers only: ask for format=json.',
    french: 'Les facettes ne figurent que dans les réponses JSON\u00a0: demandez format=json.',
    when: '`facets` together with a format that holds rows only: CSV, NDJSON or Atom',
  },
  medians: {
    code: 'BAD_REQUEST',
    reason: 'too_many_records',
    params: ['median'],
    message: 'Medians by two groups take at most <most> records: add filters, or group by one.',
    french:
      'Les médianes par deux groupes portent sur au plus <most> dossiers\u00a0: ajoutez des filtres, ou groupez par un seul.',
    when: '`median=true` with two groups over more records',
  },
  feed_sort: {
    code: 'BAD_REQUEST',
    reason: 'conflicting_parameters',
    params: ['format', 'sort_by'],
    message: 'format=atom needs a list sorted by date: sort_by must be one of: <values>.',
    french:
      'format=atom exige une liste triée par date\u00a0: sort_by doit être l’une de ces valeurs\u00a0: <values>.',
    when: 'a feed of a list that is sorted by something else than a date or a time',
  },
  misspelled: {
    code: 'BAD_REQUEST',
    reason: 'unknown_parameter',
    message: '<name> is not a parameter of this operation: did you mean <meant>?',
    french: '<name> n’est pas un paramètre de cette opération\u00a0: vouliez-vous dire <meant>\u00a0?',
    when: 'a parameter that is nearly one of the operation, and none of any other',
  },
  whole_file: {
    code: 'BAD_REQUEST',
    reason: 'conflicting_parameters',
    params: ['format'],
    message: 'filters cannot be combined with format=parquet.',
    french: 'Aucun filtre ne se combine avec format=parquet.',
    when: 'any other parameter together with `format=parquet`, which returns the whole file',
  },
  tile: {
    code: 'BAD_REQUEST',
    reason: 'invalid_tile',
    message: 'A tile is /tiles/<layer>/z/x/y.mvt with z from 0 to <most>, and x and y below 2^z.',
    french: 'Une tuile est /tiles/<layer>/z/x/y.mvt, z allant de 0 à <most>, x et y étant inférieurs à 2^z.',
    when: 'the path of a tile of the map names none',
  },
  bbox: {
    code: 'BAD_REQUEST',
    reason: 'invalid_bbox',
    params: ['bbox'],
    message: 'bbox must be four numbers, west,south,east,north, in degrees.',
    french: 'bbox doit être formé de quatre nombres, ouest,sud,est,nord, en degrés.',
    when: 'the box of a list of the map is missing, incomplete or turned over',
  },
  address_busy: {
    code: 'RATE_LIMITED',
    reason: 'address_limit',
    message: 'Too many requests from this address.',
    french: 'Trop de requêtes de cette adresse.',
    when: 'the tiles of the map, or the files of builds, that one client address may ask for in a minute are used up; `Retry-After` says when it ends',
  },
  key_missing: {
    code: 'UNAUTHORIZED',
    reason: 'missing_key',
    message: 'Missing API key. Send it in the X-API-Key header.',
    french: 'Clé d’API manquante. Envoyez-la dans l’en-tête X-API-Key.',
    when: 'the header is not sent',
  },
  key_invalid: {
    code: 'UNAUTHORIZED',
    reason: 'invalid_key',
    message: 'Invalid API key.',
    french: 'Clé d’API non valide.',
    when: 'a malformed, unknown or revoked key, or a closed account',
  },
  tier: {
    code: 'FORBIDDEN',
    reason: 'tier_not_allowed',
    message: 'Export is available on the Pro and Enterprise tiers.',
    french: 'L’exportation est offerte avec les forfaits Pro et Enterprise.',
    when: 'an export with a key of another tier',
  },
  path: {
    code: 'NOT_FOUND',
    reason: 'unknown_path',
    message: 'Requested resource not found.',
    french: 'Ressource demandée introuvable.',
    when: 'no such path',
  },
  record: {
    code: 'NOT_FOUND',
    reason: 'unknown_record',
    message: '<missing>',
    french: '<missing>',
    when: 'the path names a record that does not exist; the message is listed at the operation',
  },
  method: {
    code: 'METHOD_NOT_ALLOWED',
    reason: 'method_not_allowed',
    message: 'Only GET and HEAD are allowed.',
    french: 'Seuls GET et HEAD sont permis.',
    when: 'any other verb; `Allow` names the verbs',
  },
  range: {
    code: 'RANGE_NOT_SATISFIABLE',
    reason: 'range_not_satisfiable',
    message: 'The file has <size> bytes: no byte of it is in the range.',
    french: 'Le fichier compte <size> octets\u00a0: aucun n’est dans l’intervalle.',
    when: 'a `Range` of a whole file that begins behind its end; `Content-Range` names its size',
  },
  minute_used_up: {
    code: 'RATE_LIMITED',
    reason: 'minute_limit',
    message: 'Burst limit exceeded.',
    french: 'Limite de rafale dépassée.',
    when: 'the requests of the UTC minute are used up; `Retry-After` says when it ends',
  },
  day_used_up: {
    code: 'RATE_LIMITED',
    reason: 'day_limit',
    message: 'Daily request limit exceeded.',
    french: 'Limite quotidienne de requêtes dépassée.',
    when: 'the requests of the UTC day are used up',
  },
  month_used_up: {
    code: 'RATE_LIMITED',
    reason: 'month_limit',
    message: 'Monthly request limit exceeded. Upgrade your plan for a higher limit.',
    french:
      'Limite mensuelle de requêtes dépassée. Passez à un forfait supérieur pour une limite plus élevée.',
    when: 'the requests of the UTC calendar month are used up',
  },
  own_month_used_up: {
    code: 'RATE_LIMITED',
    reason: 'month_limit',
    message: 'Monthly request limit exceeded.',
    french: 'Limite mensuelle de requêtes dépassée.',
    when: 'the same on the Enterprise tier',
  },
  internal: {
    code: 'INTERNAL_ERROR',
    reason: 'internal_error',
    message: 'Internal error.',
    french: 'Erreur interne.',
    when: 'a fault of the server',
  },
  unavailable: {
    code: 'UNAVAILABLE',
    reason: 'unavailable',
    message: 'Service is temporarily unavailable.',
    french: 'Le service est temporairement indisponible.',
    when: 'data or accounts cannot be read; `Retry-After` says when to try',
  },
  expensive: {
    code: 'QUERY_TOO_EXPENSIVE',
    reason: 'query_too_expensive',
    message:
      'This query takes too long. Add a filter, use a longer text, or ask for fewer facets and groups.',
    french:
      'Cette requête prend trop de temps. Ajoutez un filtre, précisez le texte, ou demandez moins de facettes et de groupes.',
    when: 'the query takes more processor time than the operator allows (2 seconds by default); asking again does not help',
  },
} as const satisfies Record<string, ErrorRow>;

/** All reasons, each once, in the order of the table. */
export const REASONS: string[] = [...new Set(Object.values(ERRORS).map(({reason}) => reason))];

export type ErrorName = keyof typeof ERRORS;
