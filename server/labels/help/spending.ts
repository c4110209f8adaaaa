/** Help texts of purchases, grants, research and projects in French, by the English text of the column. */
export const SPENDING_HELP: Readonly<Record<string, string>> = {
  'stable identifier': 'identifiant stable',
  '`contract`, `award` or `tender`': '`contract`, `award` ou `tender`',
  'supplier as published (null on most tenders)':
    'fournisseur tel que publié (absent de la plupart des appels d’offres)',
  'buying organization, bilingual': 'organisation acheteuse, dans les deux langues',
  'CAD; for contracts and awards the total after the latest amendment; null when not published or not in CAD':
    'en dollars canadiens; pour les contrats et attributions, le total après la dernière modification; absent s’il n’est pas publié ou pas en dollars canadiens',
  'contract or award: date of the original award; tender: publication date':
    'contrat ou attribution\u00a0: date de l’attribution initiale; appel d’offres\u00a0: date de publication',
  'English description or notice title': 'description en anglais ou titre de l’avis',
  'how the supplier is chosen': 'mode de sélection du fournisseur',
  'source label': 'nom de la source',
  "the record's page at the publisher, else the dataset's page":
    'page de la fiche chez l’éditeur, sinon celle du jeu de données',
  'as published': 'tel que publié',
  'the other publisher’s record of the same contract, with the rule that matched the two and its certainty; null if no record matches, or if several could':
    'la fiche du même contrat chez l’autre éditeur, avec la règle qui relie les deux et sa certitude; absent si aucune fiche ne correspond, ou si plusieurs le pourraient',
  'the other record': 'l’autre fiche',
  'the rule that matched the two records': 'la règle qui relie les deux fiches',
  'key of the vendor profile': 'clé du profil du fournisseur',
  "publisher's row or notice number": 'numéro de ligne ou d’avis de l’éditeur',
  'contract or procurement number': 'numéro du contrat ou de l’approvisionnement',
  'number of the current version': 'numéro de la version actuelle',
  'CAD; value of the first version': 'en dollars canadiens; valeur de la première version',
  'CAD; `value` minus `original_value`': 'en dollars canadiens; `value` moins `original_value`',
  'ISO 4217 code as published': 'code ISO 4217 tel que publié',
  'amount as published, also when not CAD; in `currency`':
    'montant tel que publié, même s’il n’est pas en dollars canadiens; dans la monnaie `currency`',
  'of the current version': 'de la version actuelle',
  'of the original version': 'de la version initiale',
  '`G` goods, `S` services, `C` construction': '`G` biens, `S` services, `C` construction',
  "publisher's code": 'code de l’éditeur',
  "the procedure in the publisher's words": 'la procédure, dans les mots de l’éditeur',
  'bids received': 'soumissions reçues',
  'French description or title': 'description ou titre en français',
  'organization the purchase is for when it differs from `department`, bilingual':
    'organisation pour qui se fait l’achat si elle diffère de `department`, dans les deux langues',
  'first three characters': 'les trois premiers caractères',
  'ISO 3166 alpha-2': 'code ISO 3166 à deux lettres',
  'every earlier version, oldest first; empty when never amended':
    'chaque version antérieure, la plus ancienne d’abord; vide si rien n’a été modifié',
  'number of that version': 'numéro de cette version',
  "publisher's row number": 'numéro de ligne de l’éditeur',
  'date of that version': 'date de cette version',
  'total after that version': 'total après cette version',
  'change made by that version': 'variation due à cette version',
  'load in which the record last changed, UTC': 'chargement où la fiche a changé pour la dernière fois, UTC',
  'closing date of the newest tender with the same solicitation number':
    'date de clôture du plus récent appel d’offres de même numéro de sollicitation',
  "publisher's English words": 'les mots anglais de l’éditeur',
  'the page that the notice names itself, often on the site of another platform':
    'la page que l’avis nomme lui-même, souvent sur le site d’une autre plateforme',
  'full text of the notice, line breaks kept': 'texte intégral de l’avis, sauts de ligne gardés',
  'last day for bids': 'dernier jour pour soumissionner',
  'as published, in English': 'tel que publié, en anglais',
  "publisher's order": 'dans l’ordre de l’éditeur',
  'most frequent published spelling (ties: higher total value, then code point order)':
    'graphie publiée la plus fréquente (à égalité\u00a0: la plus grande valeur totale, puis l’ordre des caractères)',
  '`encodeURIComponent(vendor)`, usable as path segment':
    '`encodeURIComponent(vendor)`, utilisable dans une adresse',
  'CAD sum of its contract records': 'somme de ses contrats, en dollars canadiens',
  'number of contract records': 'nombre de contrats',
  'newest `date`': 'la `date` la plus récente',
  'oldest `date`': 'la `date` la plus ancienne',
  'top 10 by `total_value`': 'les dix plus grands par `total_value`',
  bilingual: 'dans les deux langues',
  'CAD sum': 'somme en dollars canadiens',
  '10 newest': 'les dix plus récents',
  CAD: 'en dollars canadiens',
  'date of the award': 'date de l’attribution',
  'published spellings merged into this vendor, most frequent first, at most 50':
    'graphies publiées réunies sous ce fournisseur, la plus fréquente d’abord, 50 au plus',
  'one entry per contract source': 'une ligne par source de contrats',
  '`encodeURIComponent` of the whole bilingual value': '`encodeURIComponent` de la valeur bilingue entière',
  'contract, award and tender records': 'contrats, attributions et appels d’offres',
  'CAD sum over contract records': 'somme des contrats, en dollars canadiens',
  'contract records': 'contrats',
  'oldest contract date': 'date du plus ancien contrat',
  'newest contract date': 'date du plus récent contrat',
  'name of the vendor': 'nom du fournisseur',
  'records by type, always the three keys': 'fiches par genre, toujours les trois clés',
  'award records': 'attributions',
  'tender records': 'appels d’offres',
  'supplier as published': 'fournisseur tel que publié',
  'legal name as published, bilingual where the publisher gives both':
    'nom légal tel que publié, dans les deux langues si l’éditeur les donne',
  'institution that pays, bilingual': 'institution qui paie, dans les deux langues',
  'CAD, agreement value after the latest amendment':
    'valeur de l’entente après la dernière modification, en dollars canadiens',
  'agreement start date of the original version': 'début de l’entente selon la version initiale',
  'English description, else agreement title, else program name':
    'description en anglais, sinon titre de l’entente, sinon nom du programme',
  'key of the recipient profile': 'clé du profil du bénéficiaire',
  'as published; not unique': 'tel que publié; pas unique',
  "the institution's number, as published; not unique": 'numéro de l’institution, tel que publié; pas unique',
  'kind of transfer payment': 'genre de paiement de transfert',
  'kind of recipient': 'genre de bénéficiaire',
  'two-letter code, as published also where it is wrong':
    'code à deux lettres, tel que publié même s’il est faux',
  'as published, bilingual where the publisher gives both':
    'tel que publié, dans les deux langues si l’éditeur les donne',
  'every published row of the record, the current one included, oldest first, and the rule that joined each; empty where it is one row':
    'toutes les lignes publiées de la fiche, y compris l’actuelle, la plus ancienne d’abord, et la règle qui a joint chacune; vide s’il n’y en a qu’une',
  'number of the contract in that row': 'numéro du contrat dans cette ligne',
  "publisher's code for the kind of row: `C`, `A` or `SOSA`":
    'code de l’éditeur pour le genre de ligne\u00a0: `C`, `A` ou `SOSA`',
  'supplier in that row': 'fournisseur dans cette ligne',
  'value at the award, as that row repeats it': 'valeur à l’attribution, telle que cette ligne la répète',
  'why the row belongs to the record; null in the row that the others join':
    'pourquoi la ligne appartient à la fiche; vide dans la ligne que les autres rejoignent',
  'recipient in that row, as published': 'bénéficiaire dans cette ligne, tel que publié',
  'first nine digits, as published': 'neuf premiers chiffres, tels que publiés',
  'place in that row': 'lieu dans cette ligne',
  'federal share in that row': 'part fédérale dans cette ligne',
  'two-letter code; null for a project in several provinces':
    'code à deux lettres; vide pour un projet dans plusieurs provinces',
  "publisher's number of that row": 'numéro de l’éditeur pour cette ligne',
  'day on which that row was posted': 'jour où cette ligne a été publiée',
  'amendment date of that version': 'date de modification de cette version',
  'addresses at which the permit is listed': 'adresses auxquelles le permis est inscrit',
  'estimated cost in that row': 'coût estimé dans cette ligne',
  'dwellings gained in that row': 'logements gagnés dans cette ligne',
  'earlier versions of the same reference number, oldest first; empty when never amended':
    'versions antérieures du même numéro de référence, la plus ancienne d’abord; vide si rien n’a été modifié',
  'amendment date of that version, where it has none its agreement start date':
    'date de modification de cette version, à défaut le début de l’entente',
  'in its most frequent spelling (ties: higher total value, then code point order), one with both languages first; with the kind or the provinces in brackets where several recipients have the name':
    'dans sa graphie la plus fréquente (à égalité\u00a0: la plus grande valeur totale, puis l’ordre des caractères), d’abord une qui a les deux langues; avec le genre ou les provinces entre crochets si plusieurs bénéficiaires ont ce nom',
  'published spellings of this recipient, most frequent first, at most 50':
    'graphies publiées de ce bénéficiaire, la plus fréquente d’abord, au plus 50',
  'by the types of its grants; null: they have none, and others of the name have both':
    'selon les types de ses subventions; absent\u00a0: elles n’en ont pas, et d’autres du même nom ont les deux',
  '`encodeURIComponent(recipient)`, usable as path segment':
    '`encodeURIComponent(recipient)`, utilisable dans une adresse',
  'number of grant records': 'nombre de subventions',
  'CAD sum of the grant records': 'somme des subventions, en dollars canadiens',
  'agreement start date': 'début de l’entente',
  'as in the list': 'comme dans la liste',
  'up to 10 other recipients whose name contains the search text or has the same vendor key; by `total_value`':
    'jusqu’à dix autres bénéficiaires dont le nom contient le texte cherché ou a la même clé de fournisseur; par `total_value`',
  'name of the other recipient': 'nom de l’autre bénéficiaire',
  'the council: `NSERC` or `SSHRC`': 'le conseil\u00a0: `NSERC` (CRSNG) ou `SSHRC` (CRSH)',
  'as published (`Last, First`)': 'tel que publié (`Nom, Prénom`)',
  'as published; null where the award was paid to the person':
    'tel que publié; absent si la subvention a été versée à la personne',
  'two-letter code of the institution; null outside Canada':
    'code à deux lettres de l’établissement; absent hors du Canada',
  'CAD, paid in the fiscal year': 'versé dans l’exercice, en dollars canadiens',
  '`YYYY-YY`, from April to March': '`AAAA-AA`, d’avril à mars',
  'program name': 'nom du programme',
  'comma-separated text': 'texte séparé par des virgules',
  'title of the application, as published': 'titre de la demande, tel que publié',
  'subject of the research, as published': 'sujet de la recherche, tel que publié',
  "the dataset's page at the open-data portal": 'page du jeu de données au portail de données ouvertes',
  'project title': 'titre du projet',
  'place; several are separated by `; `': 'lieu; s’il y en a plusieurs, séparés par `; `',
  program: 'programme',
  'ultimate recipient': 'bénéficiaire final',
  'two-letter code': 'code à deux lettres',
  'federal share': 'part fédérale',
  'approval date': 'date d’approbation',
  "publisher's word; the list gives none so far, so it is derived from the construction dates, actual before forecast, as of the day on which the file was fetched: `Completed` when the end has passed, `In Progress` when the start has, else `Not Started`; null without dates":
    'le mot de l’éditeur; comme la liste n’en donne pas encore, il est tiré des dates de construction, réelles avant prévues, au jour où le fichier a été récupéré\u00a0: `Completed` si la fin est passée, `In Progress` si le début l’est, sinon `Not Started`; absent sans dates',
  'project title in French': 'titre du projet en français',
  'place in French': 'lieu en français',
  'program in French': 'programme en français',
  'ultimate recipient in French': 'bénéficiaire final en français',
  'eligible cost of the whole project': 'coût admissible du projet entier',
  'construction start, actual or forecast': 'début de la construction, réel ou prévu',
  'construction end, actual or forecast': 'fin de la construction, réelle ou prévue',
  "the dataset's page at the publisher, which has none for single projects":
    'page du jeu de données chez l’éditeur, qui n’en a pas par projet',
};
