/** What pages say that only a site without a server has, in both languages. */
import {escaped} from './escaped.ts';

export type Language = 'en' | 'fr';

/** A page: its heading, what happened, and what to do. */
interface Words {
  title: string;
  what: string;
  remedy: string;
}

/** By the kind of failure. */
export const FAILURES: Readonly<Record<string, Readonly<Record<Language, Words>>>> = {
  offline: {
    en: {
      title: 'You are offline',
      what: 'This page was not seen before, and the host of the data cannot be reached.',
      remedy: 'Pages that you have seen work without a connection. For this one, connect and load it again.',
    },
    fr: {
      title: 'Vous êtes hors ligne',
      what: 'Cette page n’a pas encore été vue, et l’hôte des données est inaccessible.',
      remedy:
        'Les pages déjà vues fonctionnent sans connexion. Pour celle-ci, connectez-vous et rechargez-la.',
    },
  },
  whole: {
    en: {
      title: 'This host cannot serve the data',
      what: 'It answers whole files where parts of them are asked for.',
      remedy: 'Whoever runs the site has to move it to a host that honours the header Range.',
    },
    fr: {
      title: 'Cet hôte ne peut pas servir les données',
      what: 'Il répond par des fichiers entiers quand on en demande des parties.',
      remedy: 'Le site doit être déplacé vers un hôte qui respecte l’en-tête Range.',
    },
  },
  gone: {
    en: {
      title: 'This build is no longer there',
      what: 'The files of this build were removed from the host, and no other build is named.',
      remedy: 'Load the page again in a few minutes.',
    },
    fr: {
      title: 'Cette version n’existe plus',
      what: 'Ses fichiers ont été retirés de l’hôte, et aucune autre version n’est indiquée.',
      remedy: 'Rechargez la page dans quelques minutes.',
    },
  },
  damaged: {
    en: {
      title: 'The host answers with wrong data',
      what: 'What it sent is not what the build says: its checksum, its length or its range differs.',
      remedy:
        'Nothing of it is shown. Load the page again; if this stays, the files have to be published again.',
    },
    fr: {
      title: 'L’hôte répond par des données erronées',
      what: 'Ce qu’il a envoyé n’est pas ce que la version annonce\u00a0: somme de contrôle, longueur ou plage.',
      remedy:
        'Rien n’en est affiché. Rechargez la page\u00a0; si cela persiste, les fichiers doivent être publiés de nouveau.',
    },
  },
  failing: {
    en: {
      title: 'The host does not answer',
      what: 'It failed several times in a row.',
      remedy: 'Load the page again in a minute.',
    },
    fr: {
      title: 'L’hôte ne répond pas',
      what: 'Il a échoué plusieurs fois de suite.',
      remedy: 'Rechargez la page dans une minute.',
    },
  },
};

/** What the shell says while the reader of the data is fetched, and what it needs. */
export const SHELL: Readonly<Record<Language, Words & {files: string; datasets: string}>> = {
  en: {
    title: 'Canadian public data',
    what: 'Loading the reader of the data: about a quarter of a megabyte, once.',
    remedy:
      'This site has no server: your browser reads the data itself, for which it needs JavaScript and service workers.',
    files: 'Without them, take the files as they are:',
    datasets: 'List of the datasets',
  },
  fr: {
    title: 'Données publiques canadiennes',
    what: 'Chargement du lecteur de données\u00a0: environ un quart de mégaoctet, une seule fois.',
    remedy:
      'Ce site n’a pas de serveur\u00a0: votre navigateur lit les données lui-même, ce qui exige JavaScript et les service workers.',
    files: 'Sans eux, prenez les fichiers tels quels\u00a0:',
    datasets: 'Liste des jeux de données',
  },
};

/** What pages that were made beforehand say to people without script. */
const UNFILTERED: Readonly<Record<Language, string>> = {
  en: 'This page was made beforehand: without JavaScript it knows no search and no filters. The files of the data are at',
  fr: 'Cette page a été préparée d’avance\u00a0: sans JavaScript, elle ne connaît ni recherche ni filtres. Les fichiers de données se trouvent à',
};

export const withoutScript = (language: Language): string =>
  `<noscript><p class="lead">${escaped(UNFILTERED[language])} <a href="/">/</a>.</p></noscript>`;

/** A page of its own; `body` is HTML. */
export const documentOf = (
  language: Language,
  title: string,
  {style, script}: {style: string; script: string | null},
  body: string,
): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${style}">${script === null ? '' : `\n<script src="${script}" defer></script>`}
</head>
<body>
<main id="main">
${body}
</main>
</body>
</html>
`;

/** The page of a failure. */
export function failurePage(kind: string, detail: string, language: Language, style: string): string {
  const {title, what, remedy} = (FAILURES[kind] ?? FAILURES['failing']!)[language];
  const body = `<h1>${escaped(title)}</h1>
<p class="lead">${escaped(what)}</p>
<p>${escaped(remedy)}</p>
<p><small>${escaped(detail)}</small></p>`;
  return documentOf(language, title, {style, script: null}, body);
}
