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
  params: readonly string[] | undefined;
  /** `<name>` is replaced by a value. */
  message: string;
  /** The same in French. */
  french: string;
  when: string;
}

const row = (
  code: ErrorCode,
  reason: string,
  message: string,
  french: string,
  when: string,
  params?: readonly string[],
): ErrorRow => ({code, reason, message, french, when, params});

const badRequest = (
  reason: string,
  message: string,
  french: string,
  when: string,
  params?: readonly string[],
): ErrorRow => row('BAD_REQUEST', reason, message, french, when, params);

export const ERRORS = {
  target: badRequest(
    'invalid_target',
    'Invalid parameter value.',
    'Valeur de paramètre non valide.',
    'the request target is over 4,096 bytes, or its percent-encoding is broken or not UTF-8',
  ),
  malformed: badRequest(
    'malformed_headers',
    'The headers of the request are not valid.',
    'Les en-têtes de la requête ne sont pas valides.',
    'no `Host` or several, lengths that differ, another `Transfer-Encoding` than `chunked`; the connection is closed',
  ),
  integer: badRequest(
    'invalid_integer',
    '<name> must be an integer.',
    '<name> doit être un entier.',
    'not an optional sign and digits, or beyond 9,007,199,254,740,991',
  ),
  number: badRequest(
    'invalid_number',
    '<name> must be a number.',
    '<name> doit être un nombre.',
    'not a plain decimal number; exponents and separators are not taken',
  ),
  boolean: badRequest(
    'invalid_boolean',
    '<name> must be a valid boolean.',
    '<name> doit être un booléen valide.',
    'not `true`, `false`, `1` or `0`',
  ),
  date: badRequest(
    'invalid_date',
    '<name> must be a date in the form YYYY-MM-DD.',
    '<name> doit être une date de la forme AAAA-MM-JJ.',
    'another form, or a day that does not exist; of a time in UTC (`2024-05-06T00:00:00.000Z`) the day counts',
  ),
  time: badRequest(
    'invalid_time',
    '<name> must be a date or a time in the form YYYY-MM-DDTHH:MM:SS.',
    '<name> doit être une date, ou une heure de la forme AAAA-MM-JJTHH:MM:SS.',
    'another form, or a day or time that does not exist; a fraction and a `Z` may follow the seconds',
  ),
  since: badRequest(
    'invalid_since',
    '<name> must be the id of a build, a date, or a time in the form YYYY-MM-DDTHH:MM:SS.',
    '<name> doit être l’identifiant d’une version, une date, ou une heure de la forme AAAA-MM-JJTHH:MM:SS.',
    'neither 16 hexadecimal digits in lower case, nor a day or time that exists; a fraction and a `Z` may follow the seconds',
  ),
  build: badRequest(
    'unknown_build',
    '<name> is older than the changes that are kept, or names none of their builds: download the whole export and continue from its build.',
    '<name> est antérieur aux changements conservés, ou ne nomme aucune de leurs versions\u00a0: téléchargez l’exportation entière et continuez à partir de sa version.',
    'a build or time older than the changes that are kept, a build that was rolled back, or one in which the dataset had other columns',
  ),
  set: badRequest(
    'unknown_value',
    '<name> must be one of: <values>.',
    '<name> doit être l’une de ces valeurs\u00a0: <values>.',
    'a value outside the set',
  ),
  most: badRequest(
    'too_many_values',
    '<name> takes at most <most> values.',
    '<name> accepte au plus <most> valeurs.',
    'more values in a comma list than the operation takes',
  ),
  choice: badRequest(
    'unknown_value',
    '<name> must be <values>.',
    '<name> doit être <values>.',
    'a value outside a set of two, where the operation names both',
  ),
  fiscal_year: badRequest(
    'invalid_fiscal_year',
    '<name> must have the form YYYY-YY.',
    '<name> doit avoir la forme AAAA-AA.',
    'not four digits, a hyphen and two digits',
  ),
  longest: badRequest(
    'too_long',
    '<name> must be at most <longest> characters.',
    '<name> doit compter au plus <longest> caractères.',
    'a longer text',
  ),
  words: badRequest(
    'too_many_words',
    '<name> takes at most <most> words.',
    '<name> accepte au plus <most> mots.',
    'more words in a search',
  ),
  short_words: badRequest(
    'too_many_words',
    '<name> takes at most <most> words of one or two letters: leave some out, or write longer ones.',
    '<name> accepte au plus <most> mots d’une ou deux lettres : retirez-en, ou écrivez des mots plus longs.',
    'more short words in a search',
  ),
  lowest: badRequest(
    'out_of_range',
    '<name> must be at least <lowest>.',
    '<name> doit être au moins <lowest>.',
    'below the lower bound',
  ),
  required: badRequest(
    'missing_parameter',
    '<name> is required.',
    '<name> est obligatoire.',
    'a required parameter is not given or empty',
  ),
  required_together: badRequest(
    'missing_parameter',
    '<names> are required.',
    '<names> sont obligatoires.',
    'one of several required parameters that belong together is not given or empty',
  ),
  between: badRequest(
    'out_of_range',
    '<name> must be between <low> and <high>.',
    '<name> doit être compris entre <low> et <high>.',
    'a number outside its range',
  ),
  proximity: badRequest(
    'missing_parameter',
    'lat, lng and radius_km must be given together.',
    'lat, lng et radius_km doivent être donnés ensemble.',
    'one or two of them are given',
    ['lat', 'lng', 'radius_km'],
  ),
  distance: badRequest(
    'missing_parameter',
    'sort_by=distance requires lat, lng and radius_km.',
    'sort_by=distance exige lat, lng et radius_km.',
    'distances are requested without a point',
    ['sort_by', 'lat', 'lng', 'radius_km'],
  ),
  cursor_unreadable: badRequest(
    'invalid_cursor',
    'cursor is not valid.',
    'cursor n’est pas valide.',
    'not a cursor from an answer',
    ['cursor'],
  ),
  cursor_other: badRequest(
    'cursor_mismatch',
    'cursor does not match this query.',
    'cursor ne correspond pas à cette requête.',
    'a cursor of another operation, of other filters or of another order',
    ['cursor'],
  ),
  cursor_combined: badRequest(
    'conflicting_parameters',
    'cursor cannot be combined with offset or page.',
    'cursor ne se combine ni avec offset ni avec page.',
    '`cursor` together with `offset` or `page`',
    ['cursor', 'offset', 'page'],
  ),
  fields: badRequest(
    'unknown_name',
    '<name> has an unknown name: <unknown>. Allowed: <values>.',
    '<name> contient un nom inconnu\u00a0: <unknown>. Noms permis\u00a0: <values>.',
    '`fields` or `facets` names something that the operation does not have',
  ),
  ids: badRequest(
    'invalid_id',
    '<name> has an id that no record can have: <id>. Separate ids by commas.',
    '<name> contient un identifiant impossible\u00a0: <id>. Séparez les identifiants par des virgules.',
    'an id with white space inside, or of more than 200 characters',
  ),
  point: badRequest(
    'invalid_point',
    '<name>: point <position> must be lat,lng in degrees, lat from -90 to 90 and lng from -180 to 180. Separate points by semicolons.',
    '<name>\u00a0: le point <position> doit être lat,lng en degrés, lat de -90 à 90 et lng de -180 à 180. Séparez les points par des points-virgules.',
    'a point of a list that has another form or is outside the bounds; positions count from 1',
  ),
  facets_format: badRequest(
    'conflicting_parameters',
    'facets are part of JSON answers only: ask for format=json.',
    'Les facettes ne figurent que dans les réponses JSON\u00a0: demandez format=json.',
    '`facets` together with a format that holds rows only: CSV, NDJSON or Atom',
    ['facets', 'format'],
  ),
  medians: badRequest(
    'too_many_records',
    'Medians by two groups take at most <most> records: add filters, or group by one.',
    'Les médianes par deux groupes portent sur au plus <most> dossiers\u00a0: ajoutez des filtres, ou groupez par un seul.',
    '`median=true` with two groups over more records',
    ['median'],
  ),
  feed_sort: badRequest(
    'conflicting_parameters',
    'format=atom needs a list sorted by date: sort_by must be one of: <values>.',
    'format=atom exige une liste triée par date\u00a0: sort_by doit être l’une de ces valeurs\u00a0: <values>.',
    'a feed of a list that is sorted by something else than a date or a time',
    ['format', 'sort_by'],
  ),
  misspelled: badRequest(
    'unknown_parameter',
    '<name> is not a parameter of this operation: did you mean <meant>?',
    '<name> n’est pas un paramètre de cette opération\u00a0: vouliez-vous dire <meant>\u00a0?',
    'a parameter that is nearly one of the operation, and none of any other',
  ),
  since_alone: badRequest(
    'conflicting_parameters',
    'since takes no filter, and only the formats ndjson and parquet: a record that a filter excludes now may have matched it before.',
    'since n’accepte aucun filtre et seulement les formats ndjson et parquet\u00a0: une fiche que le filtre écarte maintenant y répondait peut-être avant.',
    'an export of changes with a filter, or in another format',
    ['since'],
  ),
  changes: badRequest(
    'too_many_records',
    'There are more than <most> changes since then: download the whole export and continue from its build.',
    'Il y a plus de <most> changements depuis\u00a0: téléchargez l’exportation entière et continuez à partir de sa version.',
    'an export of more changes than the limit: the whole dataset is faster',
    ['since'],
  ),
  whole_file: badRequest(
    'conflicting_parameters',
    'filters cannot be combined with format=parquet.',
    'Aucun filtre ne se combine avec format=parquet.',
    'any other parameter together with `format=parquet`, which returns the whole file',
    ['format'],
  ),
  tile: badRequest(
    'invalid_tile',
    'A tile is /tiles/<layer>/z/x/y.mvt with z from 0 to <most>, and x and y below 2^z.',
    'Une tuile est /tiles/<layer>/z/x/y.mvt, z allant de 0 à <most>, x et y étant inférieurs à 2^z.',
    'the path of a tile of the map names none',
  ),
  bbox: badRequest(
    'invalid_bbox',
    'bbox must be four numbers, west,south,east,north, in degrees.',
    'bbox doit être formé de quatre nombres, ouest,sud,est,nord, en degrés.',
    'the box of a list of the map is missing, incomplete or turned over',
    ['bbox'],
  ),
  area: badRequest(
    'invalid_area',
    'bbox must be four numbers, west,south,east,north, or six with heights, in degrees.',
    'bbox doit être formé de quatre nombres, ouest,sud,est,nord, ou de six avec les altitudes, en degrés.',
    'the `bbox` of an OGC API request is incomplete, or its southern edge lies north of its northern edge',
    ['bbox'],
  ),
  interval: badRequest(
    'invalid_interval',
    'datetime must be a time, a day or an interval of them, like 2024-01-01T00:00:00Z/..',
    'datetime doit être un instant, un jour ou un intervalle, comme 2024-01-01T00:00:00Z/..',
    'the `datetime` of an OGC API request cannot be read, or ends before it begins',
    ['datetime'],
  ),
  unknown_parameter: badRequest(
    'unknown_parameter',
    '<name> is not a parameter of this operation.',
    '<name> n’est pas un paramètre de cette opération.',
    'an OGC API request has an unknown parameter, which its standard forbids',
  ),
  address_busy: row(
    'RATE_LIMITED',
    'address_limit',
    'Too many requests from this address.',
    'Trop de requêtes de cette adresse.',
    'the tiles of the map, or the files of builds, that one client address may ask for in a minute are used up; `Retry-After` says when it ends',
  ),
  key_missing: row(
    'UNAUTHORIZED',
    'missing_key',
    'Missing API key. Send it in the X-API-Key header.',
    'Clé d’API manquante. Envoyez-la dans l’en-tête X-API-Key.',
    'the header is not sent',
  ),
  key_invalid: row(
    'UNAUTHORIZED',
    'invalid_key',
    'Invalid API key.',
    'Clé d’API non valide.',
    'a malformed, unknown or revoked key, or a closed account',
  ),
  key_expired: row(
    'UNAUTHORIZED',
    'expired_key',
    'This API key has expired. Make another one on the page of your account.',
    'Cette clé d’API est expirée. Créez-en une autre sur la page de votre compte.',
    'the last day that the owner of the key set has passed',
  ),
  key_address: row(
    'FORBIDDEN',
    'address_not_allowed',
    'This API key may not be used from this address.',
    'Cette clé d’API ne peut pas être utilisée à partir de cette adresse.',
    'the owner of the key restricted it to other addresses',
  ),
  key_origin: row(
    'FORBIDDEN',
    'origin_not_allowed',
    'This API key may only be used by pages of the origins that its owner named.',
    'Cette clé d’API ne peut être utilisée que par les pages des origines que son titulaire a indiquées.',
    'the owner of the key restricted it to other origins, or the header Origin is not sent',
  ),
  key_group: row(
    'FORBIDDEN',
    'group_not_allowed',
    'This API key may not read this: its owner restricted it to other data.',
    'Cette clé d’API ne donne pas accès à ceci : son titulaire l’a restreinte à d’autres données.',
    'the owner of the key restricted it to other groups of operations',
  ),
  tier: row(
    'FORBIDDEN',
    'tier_not_allowed',
    'Export is available on the Pro and Enterprise tiers.',
    'L’exportation est offerte avec les forfaits Pro et Enterprise.',
    'an export with a key of another tier',
  ),
  path: row(
    'NOT_FOUND',
    'unknown_path',
    'Requested resource not found.',
    'Ressource demandée introuvable.',
    'no such path',
  ),
  record: row(
    'NOT_FOUND',
    'unknown_record',
    '<missing>',
    '<missing>',
    'the path names a record that does not exist; the message is listed at the operation',
  ),
  removed: row(
    'NOT_FOUND',
    'record_removed',
    '<missing> It was removed on <at>: <why>.',
    '<missing> Retiré le <at>\u00a0: <why>.',
    'the path names a record that was removed within the time for which changes are kept; `X-Removed-At` says when',
  ),
  method: row(
    'METHOD_NOT_ALLOWED',
    'method_not_allowed',
    'Only GET and HEAD are allowed.',
    'Seuls GET et HEAD sont permis.',
    'any other verb; `Allow` names the verbs',
  ),
  range: row(
    'RANGE_NOT_SATISFIABLE',
    'range_not_satisfiable',
    'The file has <size> bytes: no byte of it is in the range.',
    'Le fichier compte <size> octets\u00a0: aucun n’est dans l’intervalle.',
    'a `Range` of a whole file that begins behind its end; `Content-Range` names its size',
  ),
  minute_used_up: row(
    'RATE_LIMITED',
    'minute_limit',
    'Burst limit exceeded.',
    'Limite de rafale dépassée.',
    'the requests of the UTC minute are used up; `Retry-After` says when it ends',
  ),
  day_used_up: row(
    'RATE_LIMITED',
    'day_limit',
    'Daily request limit exceeded.',
    'Limite quotidienne de requêtes dépassée.',
    'the requests of the UTC day are used up',
  ),
  month_used_up: row(
    'RATE_LIMITED',
    'month_limit',
    'Monthly request limit exceeded. Upgrade your plan for a higher limit.',
    'Limite mensuelle de requêtes dépassée. Passez à un forfait supérieur pour une limite plus élevée.',
    'the requests of the UTC calendar month are used up',
  ),
  own_month_used_up: row(
    'RATE_LIMITED',
    'month_limit',
    'Monthly request limit exceeded.',
    'Limite mensuelle de requêtes dépassée.',
    'the same on the Enterprise tier',
  ),
  internal: row(
    'INTERNAL_ERROR',
    'internal_error',
    'Internal error.',
    'Erreur interne.',
    'a fault of the server',
  ),
  unavailable: row(
    'UNAVAILABLE',
    'unavailable',
    'Service is temporarily unavailable.',
    'Le service est temporairement indisponible.',
    'data or accounts cannot be read; `Retry-After` says when to try',
  ),
  expensive: row(
    'QUERY_TOO_EXPENSIVE',
    'query_too_expensive',
    'This query takes too long. Add a filter, use a longer text, or ask for fewer facets and groups.',
    'Cette requête prend trop de temps. Ajoutez un filtre, précisez le texte, ou demandez moins de facettes et de groupes.',
    'the query takes more processor time than the operator allows (2 seconds by default); asking again does not help',
  ),
} satisfies Record<string, ErrorRow>;

/** All reasons, each once, in the order of the table. */
export const REASONS: string[] = [...new Set(Object.values(ERRORS).map(({reason}) => reason))];

export type ErrorName = keyof typeof ERRORS;
