/** Help texts of fields that only answers of the API have, in French, by their English text. */

export const ANSWERS_HELP: Readonly<Record<string, string>> = {
  'the requested dimension': 'la dimension demandée',
  'its value, always a string; `Unknown` for records without one':
    'sa valeur, toujours un texte; `Unknown` pour les fiches sans valeur',
  'records in the group': 'fiches du groupe',
  'exact sum of the values; null where no record of the group has one':
    'somme exacte des valeurs; null si aucune fiche du groupe n’en a',
  'records of the group with a value of the summed field; null where nothing is summed':
    'fiches du groupe qui ont une valeur du champ additionné; null si rien n’est additionné',
  'the second dimension': 'la seconde dimension',
  'its value, as `group_value`': 'sa valeur, comme `group_value`',
  'exact median of the amounts; null without one': 'médiane exacte des montants; null s’il n’y en a pas',
  'key of the group, where groups have one: the list finds its records by it; null for `Unknown`':
    'clé du groupe, si les groupes en ont une\u00a0: la liste trouve ses fiches par elle; null pour `Unknown`',
  'newest tender row (the tender list item), or null':
    'appel d’offres le plus récent (comme dans sa liste), ou null',
  'all tenders rows, each the list item of its dataset; by date (nulls last), then `record_id`':
    'tous les appels d’offres, comme dans leur liste; par date (les valeurs nulles à la fin), puis `record_id`',
  'all awards rows, each the list item of its dataset; by date (nulls last), then `record_id`':
    'toutes les attributions, comme dans leur liste; par date (les valeurs nulles à la fin), puis `record_id`',
  'all contracts rows, each the list item of its dataset; by date (nulls last), then `record_id`':
    'tous les contrats, comme dans leur liste; par date (les valeurs nulles à la fin), puis `record_id`',
  'counts, extent and sums (nulls add 0)': 'nombres, étendue et sommes (les valeurs nulles ajoutent 0)',
  'rows of all kinds': 'lignes de tous les genres',
  'oldest date': 'date la plus ancienne',
  'newest date': 'date la plus récente',
  'sum over the awards': 'somme des attributions',
  'sum over the contracts': 'somme des contrats',
  'label used by the `source` filters': 'nom que prennent les filtres `source`',
  'slug used in record ids': 'identifiant employé dans ceux des fiches',
  'a dataset name': 'un nom de jeu de données',
  'name of the licence': 'nom de la licence',
  'short name of the licence; `unclear` if its terms are not known':
    'nom court de la licence; `unclear` si ses conditions ne sont pas connues',
  'address of the licence text': 'adresse du texte de la licence',
  'address of the French text if the publisher has one, else the same as `license_url`':
    'adresse du texte français si l’éditeur en a un, sinon la même que `license_url`',
  'true if anybody may use, change and share the data for any purpose, at most with attribution; false if the licence asks for more, or if its terms are not known':
    'vrai si chacun peut utiliser, modifier et diffuser les données à toute fin, tout au plus en nommant la source; faux si la licence demande davantage, ou si ses conditions ne sont pas connues',
  'conditions beyond those of an open licence; null if there are none':
    'conditions qui s’ajoutent à celles d’une licence ouverte; absent s’il n’y en a pas',
  'sentence to put beside the data wherever it is used':
    'phrase à mettre à côté des données partout où elles servent',
  'records loaded': 'fiches chargées',
  "extent of the dataset's date field": 'étendue du champ de date du jeu de données',
  'newest day in any source of the dataset': 'jour le plus récent de toutes les sources du jeu de données',
  'when the source was last fetched, UTC': 'dernière récupération de la source, en UTC',
  'how often the publisher renews it': 'fréquence de mise à jour par l’éditeur',
  'fields that may be blank: how many records of the source have a value, and from when to when; other fields have one in every record':
    'champs qui peuvent être vides\u00a0: combien de fiches de la source ont une valeur, et de quand à quand; les autres champs en ont une dans chaque fiche',
  'a field of the dataset': 'un champ du jeu de données',
  'records with a value': 'fiches qui ont une valeur',
  'day of the oldest of them': 'jour de la plus ancienne',
  'day of the newest of them': 'jour de la plus récente',
  'forms of its files that were declared from descriptions and that no real file has confirmed yet; empty for none':
    'formes de ses fichiers déclarées d’après des descriptions et qu’aucun fichier réel n’a encore confirmées; vide s’il n’y en a pas',
  'great-circle distance from the point asked for; only in proximity mode':
    'distance orthodromique du point demandé; seulement dans les recherches par distance',
  'stable identifier: of zone code and geometry':
    'identifiant stable\u00a0: du code de zone et de la géométrie',
  'as published; null where the city publishes a code only':
    'tel que publié; null si la ville ne publie qu’un code',
  "canonical category; null where the publisher's data is ambiguous":
    'catégorie commune; null si les données de l’éditeur sont ambiguës',
  "the dataset's page at the publisher": 'page du jeu de données chez l’éditeur',
  '`contains`: the polygon contains the point; `nearest`: none does, and this one is nearest':
    '`contains`\u00a0: le polygone contient le point; `nearest`\u00a0: aucun ne le contient, et celui-ci est le plus proche',
  'to the polygon, 1 decimal; 0 when it contains the point':
    'jusqu’au polygone, une décimale; 0 s’il contient le point',
  'latitude of the point': 'latitude du point',
  'longitude of the point': 'longitude du point',
  'the zone, as `/zone` answers it; null where there is none':
    'la zone, comme `/zone` la donne; null s’il n’y en a pas',
  'why there is no zone, in French for `lang=fr`; null where there is one':
    'pourquoi il n’y a pas de zone, en français avec `lang=fr`; null s’il y en a une',
  'matches in contracts, awards, tenders': 'résultats dans contracts, awards, tenders',
  'matching records of the group; with `prefix` matching labels, each once for a dataset':
    'fiches trouvées du groupe; avec `prefix` les libellés trouvés, chacun une fois par jeu de données',
  'at most `results_per_domain`: label equal to `q`, then beginning with it, then containing it (not told apart with `prefix`), then the rest; inside each the newest first':
    'au plus `results_per_domain`\u00a0: libellé égal à `q`, puis qui commence par lui, puis qui le contient (sans distinction avec `prefix`), puis le reste; dans chacun, du plus récent au plus ancien',
  'id of the record': 'identifiant de la fiche',
  'its dataset': 'son jeu de données',
  'what it is called': 'comment elle s’appelle',
  'path of the record': 'chemin de la fiche',
  'only with `scope=all`: where all results are: one address for each dataset with a match':
    'seulement avec `scope=all`\u00a0: où sont tous les résultats\u00a0: une adresse par jeu de données qui en a',
  'dataset, or kind of place': 'jeu de données, ou genre de lieu',
  'matches in it': 'résultats qui s’y trouvent',
  'path that gives all of them, with this total': 'chemin qui les donne tous, avec ce total',
  'matches in lobbying_registrations, lobbying_communications':
    'résultats dans lobbying_registrations, lobbying_communications',
  'matches in grants, research_grants': 'résultats dans grants, research_grants',
  'matches in grants, infrastructure_projects; transfer payments of that type, not political ones':
    'résultats dans grants, infrastructure_projects; des paiements de transfert de ce type, non des contributions politiques',
  'matches in bills, politicians, committees': 'résultats dans bills, politicians, committees',
  'only with `scope=all`: building permits by number, address and the other fields of `q` of permits: that number first, then addresses that begin with the text or contain it, then the newest':
    'seulement avec `scope=all`\u00a0: permis de construire par numéro, adresse et autres champs du `q` des permis\u00a0: ce numéro d’abord, puis les adresses qui commencent par le texte ou le contiennent, puis les plus récents',
  matches: 'résultats',
  'at most `results_per_domain`': 'au plus `results_per_domain`',
  'id, slug, name or path': 'identifiant, nom ou chemin',
  'path of the record, of the records of the place, or of the page':
    'chemin de la fiche, des fiches du lieu ou de la page',
  'the zone of its point, where the city publishes zones; else null':
    'la zone de son point, si la ville publie ses zones; sinon null',
  'id of the zone': 'identifiant de la zone',
  'path of the lookup': 'chemin de la recherche',
  'where all results are: one address for each dataset with a match':
    'où sont tous les résultats\u00a0: une adresse par jeu de données qui en a',
  'only with `scope=all`: organizations with a name that contains the text, the largest first':
    'seulement avec `scope=all`\u00a0: organisations dont un nom contient le texte, la plus grande d’abord',
  'only with `scope=all`: municipalities, neighbourhoods and ridings with a name that contains the text':
    'seulement avec `scope=all`\u00a0: municipalités, quartiers et circonscriptions dont le nom contient le texte',
  'only with `scope=all`: pages of the site whose title has words that begin with all terms':
    'seulement avec `scope=all`\u00a0: pages du site dont le titre a des mots qui commencent par tous les termes',
  'records that have it': 'fiches qui l’ont',
  'only of codes: the name in English': 'seulement pour les codes\u00a0: le nom en anglais',
  'only of codes: the name in French': 'seulement pour les codes\u00a0: le nom en français',
  'e-mail': 'courriel',
  'tier of the account': 'forfait du compte',
  'the window of the UTC minute': 'la minute en cours, en UTC',
  'most requests; null when unlimited': 'nombre maximal de requêtes; null s’il n’y a pas de limite',
  'requests counted': 'requêtes comptées',
  'requests that are left; null when unlimited': 'requêtes qui restent; null s’il n’y a pas de limite',
  'end of the window, Unix epoch seconds': 'fin de la période, en secondes de l’époque Unix',
  'the window of the UTC day': 'le jour en cours, en UTC',
  'the window of the UTC calendar month': 'le mois civil en cours, en UTC',
  'largest `limit` on `/permits`': 'plus grand `limit` sur `/permits`',
  'whether the tier may export': 'si le forfait permet l’exportation',
  'the slugs used, joined by commas; null without any':
    'les identifiants employés, séparés par des virgules; null s’il n’y en a pas',
  'the sort key used': 'la clé de tri employée',
  'the direction used': 'le sens du tri employé',
  'point and radius of a search by distance, else null':
    'point et rayon d’une recherche par distance, sinon null',
  radius: 'rayon',
  'the period used, or null': 'la période employée, ou null',
  'data date, with which periods end': 'date des données, où finissent les périodes',
  points: 'points',
  'points with a zone': 'points qui ont une zone',
  'the search text, trimmed': 'le texte cherché, sans blancs au début ni à la fin',
  'as used': 'tel qu’employé',
  'groups with a match': 'groupes qui ont un résultat',
  'only with `scope=all` where nothing is found: the text with other words, which finds something':
    'seulement avec `scope=all` si rien n’est trouvé\u00a0: le texte avec d’autres mots, qui trouve quelque chose',
  'the text as it is compared: without case, accents and extra white space':
    'le texte tel qu’il est comparé\u00a0: sans casse, accents ni blancs superflus',
  'different values that contain it': 'différentes valeurs qui le contiennent',
  '`<vote_id>/<person number>`; without a number the name stands for it':
    '`<vote_id>/<numéro de la personne>`; sans numéro, le nom en tient lieu',
  'the division: `<session_id>/<number>`': 'le vote\u00a0: `<session_id>/<number>`',
  'subject of the division': 'objet du vote',
  'outcome of the division': 'résultat du vote',
  'person number of the House of Commons': 'numéro de la personne à la Chambre des communes',
  '`<politician_slug>/<session_id>`': '`<politician_slug>/<session_id>`',
  'loaded ballots, paired ones too': 'bulletins chargés, pairés compris',
  'of them with the majority of the caucus': 'dont ceux avec la majorité du caucus',
  'of them against it': 'dont ceux contre elle',
  'divisions with whole ballots from `first_date` to `last_date`; null: it is not known on which days the member sat, or they are not one span, so that absence cannot be known':
    'votes aux bulletins complets de `first_date` à `last_date`; null\u00a0: on ne sait pas quels jours le membre siégeait, ou ils ne forment pas une seule période, de sorte que l’absence ne peut être connue',
  'first of them while the member sat; null: it is not known on which days the member sat, or they are not one span, so that absence cannot be known':
    'le premier pendant que le membre siégeait; null\u00a0: on ne sait pas quels jours le membre siégeait, ou ils ne forment pas une seule période, de sorte que l’absence ne peut être connue',
  'last of them; null: it is not known on which days the member sat, or they are not one span, so that absence cannot be known':
    'le dernier; null\u00a0: on ne sait pas quels jours le membre siégeait, ou ils ne forment pas une seule période, de sorte que l’absence ne peut être connue',
  'share of them with a ballot of the member, 3 decimals; the Speaker votes only to break a tie; null: it is not known on which days the member sat, or they are not one span, so that absence cannot be known':
    'part de ces votes avec un bulletin du membre, 3 décimales; la présidence ne vote qu’en cas d’égalité; null\u00a0: on ne sait pas quels jours le membre siégeait, ou ils ne forment pas une seule période, de sorte que l’absence ne peut être connue',
  'only with `scope=all`: divisions of the House by words of their subject or the number of their bill, the newest first':
    'seulement avec `scope=all`\u00a0: les votes de la Chambre par mots de leur objet ou numéro de leur projet de loi, du plus récent au plus ancien',
};
