/** Sections, summaries and parameters of operations in French, by their English text. */

export const OPERATIONS_TEXTS: Readonly<Record<string, string>> = {
  Procurement: 'Approvisionnement',
  'Grants and research': 'Subventions et recherche',
  Lobbying: 'Lobbying',
  Parliament: 'Parlement',
  'Building permits and zoning': 'Permis de construire et zonage',
  Search: 'Recherche',
  Account: 'Compte',
  Export: 'Exportation',

  'Contracts, newest first': 'Contrats, du plus récent au plus ancien',
  'One contract': 'Un contrat',
  'Contracts grouped': 'Contrats par groupes',
  'Proactive-disclosure contracts, newest first':
    'Contrats de la divulgation proactive, du plus récent au plus ancien',
  'One proactive-disclosure contract': 'Un contrat de la divulgation proactive',
  'Award notices, newest first': 'Avis d’attribution, du plus récent au plus ancien',
  'One award notice': 'Un avis d’attribution',
  'Award notices grouped': 'Avis d’attribution par groupes',
  'Tender notices, newest first': 'Avis d’appel d’offres, du plus récent au plus ancien',
  'One tender notice': 'Un avis d’appel d’offres',
  'Tender notices grouped': 'Avis d’appel d’offres par groupes',
  'Tender, award and contract rows of one solicitation number':
    'Appels d’offres, attributions et contrats d’un numéro de sollicitation',
  'Vendors by total contract value': 'Fournisseurs par valeur totale des contrats',
  'Vendor profile': 'Profil d’un fournisseur',
  'Departments by record count': 'Ministères par nombre de fiches',
  'Department profile': 'Profil d’un ministère',
  'Loaded sources by record count': 'Sources chargées, par nombre de fiches',
  'Grants and contributions, newest first':
    'Subventions et contributions, de la plus récente à la plus ancienne',
  'One grant or contribution': 'Une subvention ou contribution',
  'Recipients by total value': 'Bénéficiaires par valeur totale',
  'Recipient profile': 'Profil d’un bénéficiaire',
  'Grants grouped': 'Subventions par groupes',
  'Research grants by fiscal year, newest first':
    'Subventions de recherche par exercice, de la plus récente à la plus ancienne',
  'One research grant': 'Une subvention de recherche',
  'Research grants grouped': 'Subventions de recherche par groupes',
  'Infrastructure projects, newest approval first':
    'Projets d’infrastructure, de l’approbation la plus récente à la plus ancienne',
  'One infrastructure project': 'Un projet d’infrastructure',
  'Infrastructure projects grouped': 'Projets d’infrastructure par groupes',
  'Lobbying registrations, newest first': 'Enregistrements de lobbying, du plus récent au plus ancien',
  'One registration': 'Un enregistrement',
  'Registrations grouped': 'Enregistrements par groupes',
  'Lobbying communications, newest first':
    'Communications de lobbying, de la plus récente à la plus ancienne',
  'One communication': 'Une communication',
  'Communications grouped': 'Communications par groupes',
  'Lobbyist profile': 'Profil d’un lobbyiste',
  'Client profile': 'Profil d’un client',
  'Bills, newest first': 'Projets de loi, du plus récent au plus ancien',
  'One bill': 'Un projet de loi',
  'Bills grouped': 'Projets de loi par groupes',
  'Politicians by name': 'Parlementaires par nom',
  'Politician profile': 'Profil d’un parlementaire',
  'Committees by name': 'Comités par nom',
  'Committee profile': 'Profil d’un comité',
  'Building permits, newest first; nearest first in searches by distance':
    'Permis de construire, du plus récent au plus ancien; du plus proche au plus éloigné dans les recherches par distance',
  'One permit': 'Un permis',
  'Permits grouped': 'Permis par groupes',
  'The zone of a point': 'La zone d’un point',
  'The zones of several points': 'Les zones de plusieurs points',
  'Search over all datasets, in five groups; with `scope=all` in ten':
    'Recherche dans tous les jeux de données, en cinq groupes; avec `scope=all` en dix',
  'The different values of a field, with the number of records of each':
    'Les différentes valeurs d’un champ, avec le nombre de fiches de chacune',
  'Organizations over all datasets, by total value':
    'Organisations de tous les jeux de données, par valeur totale',
  'Organization profile': 'Profil d’une organisation',
  'Tier and windows of the account': 'Forfait et périodes du compte',
  'A whole dataset as a stream of NDJSON, CSV or GeoJSON, or as its Parquet file':
    'Un jeu de données entier en flux NDJSON, CSV ou GeoJSON, ou son fichier Parquet',
  'Tenders, awards and contracts in the Open Contracting Data Standard 1.1, as JSON lines':
    'Appels d’offres, attributions et contrats selon la norme Open Contracting Data Standard 1.1, en lignes JSON',

  'part of the supplier name': 'partie du nom du fournisseur',
  'part of a name of the buyer or acronym': 'partie d’un nom de l’acheteur, ou son sigle',
  'procurement method': 'mode d’approvisionnement',
  'source label, as in `/sources`': 'nom de la source, comme dans `/sources`',
  'smallest value, CAD': 'valeur minimale, CAD',
  'largest value, CAD': 'valeur maximale, CAD',
  'last day': 'dernier jour',
  'words in any order, numbers too': 'mots dans n’importe quel ordre, numéros compris',
  'kind of instrument of the original version': 'genre d’instrument de la version originale',
  'earliest change, UTC': 'premier changement, UTC',
  'latest change, UTC': 'dernier changement, UTC',
  'exact vendor keys': 'clés exactes de fournisseurs',
  'exact department keys': 'clés exactes de ministères',
  'exact organization keys': 'clés exactes d’organisations',
  'words in any order, as `/search?scope=all` finds them in this dataset':
    'mots dans n’importe quel ordre, comme `/search?scope=all` les trouve dans ce jeu de données',
  'sort key; nulls last, ties by id ascending':
    'clé de tri; les valeurs nulles à la fin, les égalités par identifiant croissant',
  direction: 'sens du tri',
  'only the records with these ids, at most 100, separated by commas; in the order of the list, not in this one':
    'seulement les fiches de ces identifiants, 100 au plus, séparés par des virgules; dans l’ordre de la liste, non dans celui-ci',
  'rows of a page; a larger value is lowered to the maximum':
    'lignes par page; une valeur trop grande est ramenée au maximum',
  'rows to skip': 'lignes à sauter',
  'page number; `offset` wins over it': 'numéro de page; `offset` l’emporte',
  'rows of a page; `limit` wins over it': 'lignes par page; `limit` l’emporte',
  '`meta.next_cursor` of the page before, same filters and sort; not with `offset` or `page`':
    '`meta.next_cursor` de la page précédente, mêmes filtres et même tri; pas avec `offset` ni `page`',
  'form of the answer; wins over `Accept`': 'format de la réponse; l’emporte sur `Accept`',
  'names of the item fields to return, separated by commas; they are returned in table order':
    'noms des champs à renvoyer, séparés par des virgules; ils suivent l’ordre du tableau',
  'part of bilingual values `English | Français` that is given; never affects filters or order':
    'partie donnée des valeurs bilingues `English | Français`; n’a pas d’effet sur les filtres ni l’ordre',
  'CSV for spreadsheets: it begins with a byte order mark, no text is run as a formula or read as a number, and texts too long for a cell are cut; `fr`: with semicolons and decimal commas':
    'CSV pour tableurs\u00a0: il commence par une marque d’ordre des octets, aucun texte n’est exécuté comme formule ni lu comme nombre, et les textes trop longs pour une cellule sont coupés; `fr`\u00a0: avec des points-virgules et des virgules décimales',
  'filters whose most frequent values `meta.facets` counts, separated by commas; each over the records that match the filters on all other fields. Filters by key count keys, with a `label`; others count names as published':
    'filtres dont `meta.facets` compte les valeurs les plus fréquentes, séparés par des virgules; chacun sur les fiches qui répondent aux filtres de tous les autres champs. Les filtres par clé comptent les clés, avec un `label`; les autres, les noms tels que publiés',
  'id of the record, from its list': 'identifiant de la fiche, donné par sa liste',
  'the dimension, or two separated by a comma: then each group of the first has a row for each of the first 40 groups of the second that it has records in, and pages and totals count groups of the first':
    'la dimension, ou deux séparées par une virgule\u00a0: chaque groupe de la première a alors une ligne pour chacun des 40 premiers groupes de la seconde où il a des fiches; les pages et totaux comptent les groupes de la première',
  'the summed field': 'le champ additionné',
  'true: rows also have `median_value`, the exact median of the summed field without nulls':
    'true\u00a0: les lignes ont aussi `median_value`, la médiane exacte du champ additionné, sans les valeurs nulles',
  'order of the groups; by default `sum` (`count` where nothing is summed), of years and the like `label`. Without a sum or, by `label`, `Unknown` is last; ties by count, then label':
    'ordre des groupes; par défaut `sum` (`count` où rien n’est additionné), et `label` pour les années et semblables. Sans somme ou, par `label`, `Unknown` est à la fin; les égalités par nombre, puis par libellé',
  'direction; `desc` by default, `asc` with `sort_by=label`':
    'sens du tri; `desc` par défaut, `asc` avec `sort_by=label`',
  'as stored in the newest row': 'tel qu’il est dans la ligne la plus récente',
  'part of any spelling of the name': 'partie d’une graphie du nom',
  'smallest total value, CAD, on the aggregate': 'valeur totale minimale, CAD, sur l’ensemble',
  'name to resolve, instead of the path segment; for names with `&`, `/` or `+`':
    'nom à trouver, à la place du segment du chemin; pour les noms avec `&`, `/` ou `+`',
  'name: an exact one first, then one that begins with it, then one that contains it; percent-encoded':
    'nom\u00a0: d’abord exact, puis qui commence par lui, puis qui le contient; encodé pour une adresse',
  'part of the English or French name': 'partie du nom anglais ou français',
  'part of the name, in either language': 'partie du nom, dans l’une ou l’autre langue',
  'part of a name of the institution or acronym': 'partie d’un nom de l’institution, ou son sigle',
  'two-letter code of the recipient': 'code de deux lettres du bénéficiaire',
  'part of the program name, in either language': 'partie du nom du programme, dans l’une ou l’autre langue',
  'exact recipient keys': 'clés exactes de bénéficiaires',
  'exact program names, percent-encoded': 'noms exacts de programmes, encodés pour une adresse',
  'true: contributions, false: other payments': 'true\u00a0: contributions, false\u00a0: autres paiements',
  'words in any order': 'mots dans n’importe quel ordre',
  'the council': 'le conseil',
  'part of the name, `Last, First`': 'partie du nom, `Last, First`\u00a0: nom de famille, prénom',
  'part of the name of the institution or acronym': 'partie du nom de l’établissement, ou son sigle',
  'part of the English program name': 'partie du nom anglais du programme',
  'two-letter code of the province or territory': 'code de deux lettres de la province ou du territoire',
  'from April to March': 'd’avril à mars',
  'smallest amount, CAD': 'montant minimal, CAD',
  'largest amount, CAD': 'montant maximal, CAD',
  'exact institution keys': 'clés exactes d’établissements',
  'exact names of researchers, percent-encoded': 'noms exacts de chercheurs, encodés pour une adresse',
  'as `group_by=status` gives it': 'comme le donne `group_by=status`',
  'smallest federal contribution, CAD': 'contribution fédérale minimale, CAD',
  'largest federal contribution, CAD': 'contribution fédérale maximale, CAD',
  'first day of approval': 'premier jour d’approbation',
  'last day of approval': 'dernier jour d’approbation',
  'part of the English or French name of the client': 'partie du nom anglais ou français du client',
  'part of the name of the registrant or firm': 'partie du nom du déclarant ou du cabinet',
  'part of the name of one institution or acronym': 'partie du nom d’une institution, ou son sigle',
  'part of one subject': 'partie d’un sujet',
  'true: active on the data date, false: expired':
    'true\u00a0: en vigueur à la date des données, false\u00a0: expiré',
  'exact client keys': 'clés exactes de clients',
  'exact lobbyist ids': 'identifiants exacts de lobbyistes',
  'exact subjects, percent-encoded': 'sujets exacts, encodés pour une adresse',
  'part of the name of the client': 'partie du nom du client',
  'part of the name of one official': 'partie du nom d’un titulaire de charge publique',
  'part of the name of the registrant': 'partie du nom du déclarant',
  'exact names of officials, percent-encoded':
    'noms exacts de titulaires de charge publique, encodés pour une adresse',
  'part of the English long or short title, or a number as `Bill C-11`':
    'partie du titre anglais, long ou court, ou un numéro comme `Bill C-11`',
  'code of the status; one outside the set matches nothing':
    'code de l’état; un code hors de la liste ne trouve rien',
  'part of the name of the sponsor': 'partie du nom du parrain ou de la marraine',
  'a sector tag; one outside the set matches nothing':
    'un secteur; un secteur hors de la liste ne trouve rien',
  'true: if both publishers report a contract, only the record that is counted, usually the disclosure; other filters apply to that record; false: all records':
    'true\u00a0: si les deux éditeurs déclarent un contrat, seulement la fiche qui compte, d’ordinaire la divulgation; les autres filtres s’appliquent à cette fiche; false\u00a0: toutes les fiches',
  'true: bills that became law': 'true\u00a0: projets devenus lois',
  "true: private members' bills": 'true\u00a0: initiatives parlementaires',
  'exact names of sponsors, percent-encoded':
    'noms exacts de parrains et marraines, encodés pour une adresse',
  'part of the name': 'partie du nom',
  'part of the name of the caucus': 'partie du nom du caucus',
  'true: sitting members of the House only; false: everyone, senators and former members too':
    'true\u00a0: seulement les députés qui siègent; false\u00a0: tout le monde, sénateurs et anciens députés compris',
  'part of the riding or senate division': 'partie de la circonscription ou de la division sénatoriale',
  'exact names of caucuses, percent-encoded': 'noms exacts de caucus, encodés pour une adresse',
  'exact ridings and senate divisions, percent-encoded':
    'circonscriptions et divisions sénatoriales exactes, encodées pour une adresse',
  'part of a name, or the acronym': 'partie d’un nom, ou le sigle',
  'slugs of municipalities': 'identifiants de municipalités',
  "part of the municipality's own words": 'partie des termes de la municipalité',
  'part of the kind of building': 'partie du genre de bâtiment',
  'part of the neighbourhood or ward': 'partie du quartier ou de l’arrondissement',
  'part of the name of the applicant': 'partie du nom du demandeur',
  'part of the name of the contractor': 'partie du nom de l’entrepreneur',
  'first day of issue': 'premier jour de délivrance',
  'last day of issue': 'dernier jour de délivrance',
  'latitude of a point in degrees, WGS 84; `lat`, `lng` and `radius_km` go together':
    'latitude d’un point en degrés, WGS 84; `lat`, `lng` et `radius_km` vont ensemble',
  'longitude of the point; `lat`, `lng` and `radius_km` go together':
    'longitude du point; `lat`, `lng` et `radius_km` vont ensemble',
  'largest great-circle distance from it in kilometres; `lat`, `lng` and `radius_km` go together':
    'plus grande distance orthodromique du point, en kilomètres; `lat`, `lng` et `radius_km` vont ensemble',
  'whole permit numbers; signs and spaces in them do not matter':
    'numéros de permis entiers; les signes et espaces n’y comptent pas',
  'exact organization keys of contractors that are companies':
    'clés exactes d’organisations des entrepreneurs qui sont des sociétés',
  "exact kinds in the municipality's own words, percent-encoded":
    'genres exacts dans les termes de la municipalité, encodés pour une adresse',
  'exact kinds of buildings, percent-encoded': 'genres exacts de bâtiments, encodés pour une adresse',
  'exact neighbourhoods, percent-encoded': 'quartiers exacts, encodés pour une adresse',
  'exact states of permits, percent-encoded': 'états exacts de permis, encodés pour une adresse',
  'exact names of applicants, percent-encoded': 'noms exacts de demandeurs, encodés pour une adresse',
  'sort key; nulls last, ties by id ascending; `distance` by default in searches by distance':
    'clé de tri; les valeurs nulles à la fin, les égalités par identifiant croissant; `distance` par défaut dans les recherches par distance',
  'direction; `asc` by default when the sort is `distance`':
    'sens du tri; `asc` par défaut quand on trie par `distance`',
  'days of issue that end with the data date': 'jours de délivrance jusqu’à la date des données',
  'latitude in degrees, WGS 84': 'latitude en degrés, WGS 84',
  'longitude in degrees, WGS 84': 'longitude en degrés, WGS 84',
  'slug of a municipality: only its polygons':
    'identifiant d’une municipalité\u00a0: ses polygones seulement',
  'at most 100 points in degrees: `lat,lng;lat,lng`': 'au plus 100 points en degrés\u00a0: `lat,lng;lat,lng`',
  'most results of a group; a larger value is lowered to the maximum':
    'nombre maximal de résultats par groupe; une valeur trop grande est ramenée au maximum',
  'suggests labels while `q` is typed: those in which every term begins a word, each once for a dataset, as its newest record; other fields are not searched':
    'propose des libellés pendant que `q` est tapé\u00a0: ceux où chaque terme commence un mot, chacun une fois par jeu de données, par sa fiche la plus récente; les autres champs ne sont pas cherchés',
  'the wider search: by numbers, in permits, organizations, divisions, places and pages, too; without it and with `prefix` the five groups alone':
    'la recherche élargie\u00a0: aussi par numéros, dans les permis, organisations, votes, lieux et pages; sans elle et avec `prefix`, les cinq groupes seulement',
  'part of the value; all values without it': 'partie de la valeur; sans elle, toutes les valeurs',
  'most values; a larger number is lowered to the maximum':
    'nombre maximal de valeurs; un nombre trop grand est ramené au maximum',
  'name of the dataset': 'nom du jeu de données',
  'a filter that `facets` of its list takes': 'un filtre que `facets` de sa liste accepte',
  'a dataset that names the organization': 'un jeu de données qui nomme l’organisation',
  'form of the answer; `Accept` is ignored. `geojson` for permits and zoning only':
    'format de la réponse; `Accept` est ignoré. `geojson` pour les permis et le zonage seulement',
  'what the packages hold': 'ce que les lots contiennent',
  'fields of each record: those of list items, or all of a single record':
    'champs de chaque fiche\u00a0: ceux des listes, ou tous ceux d’une fiche seule',
  'Divisions of the House of Commons, newest first':
    'Votes de la Chambre des communes, du plus récent au plus ancien',
  'One division with the ballots of parties and members':
    'Un vote avec les bulletins des partis et des membres',
  'Divisions grouped': 'Votes par groupes',
  'Ballots of members of the House, newest first':
    'Bulletins des membres de la Chambre, du plus récent au plus ancien',
  'Votes of members of the House by session': 'Votes des membres de la Chambre par session',
  'number of the bill, in any session': 'numéro du projet de loi, dans toute session',
  'how many of the ballots are loaded, as `ballots_loaded`':
    'combien des bulletins sont chargés, comme `ballots_loaded`',
  'earliest day of the division': 'premier jour du vote',
  'latest day of the division': 'dernier jour du vote',
  'part of the name of the member': 'partie du nom du membre',
  'how the member voted': 'le vote du membre',
  'true: against the majority of the caucus; false: with it; ballots for which there is none are in neither':
    'true\u00a0: contre la majorité du caucus; false\u00a0: avec elle; les bulletins sans majorité ne sont dans aucun',
  'part of the name of the caucus on the day': 'partie du nom du caucus ce jour-là',
  'part of the riding on the day': 'partie de la circonscription ce jour-là',
  'part of the subject of the division': 'partie de l’objet du vote',
  'the division, `<session>/<number>`': 'le vote, `<session>/<number>`',
  'exact slugs of politicians': 'identifiants exacts de parlementaires',
};
