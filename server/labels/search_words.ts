/** Words by which people name a dataset in a search, in both languages, folded; the longest that occurs counts. */
export const SEARCH_WORDS: Readonly<Record<string, readonly string[]>> = {
  contracts: ['contracts', 'contract', 'contrats', 'contrat', 'federal contracts', 'contrats federaux'],
  awards: ['awards', 'award notices', 'attributions'],
  tenders: ['tenders', 'tender', 'appels d offres', 'appel d offres'],
  grants: ['grants', 'grant', 'contributions', 'subventions', 'subvention'],
  research_grants: ['research grants', 'research', 'recherche', 'subventions de recherche'],
  infrastructure_projects: ['infrastructure projects', 'infrastructure', 'projects', 'projets'],
  lobbying_registrations: ['lobbying registrations', 'registrations', 'enregistrements'],
  lobbying_communications: ['lobbying communications', 'lobbying', 'communications', 'lobby'],
  bills: ['bills', 'projets de loi', 'laws', 'lois'],
  politicians: ['politicians', 'members', 'mps', 'senators', 'deputes', 'senateurs'],
  votes: ['votes', 'divisions', 'votes of the house', 'votes de la chambre', 'scrutins'],
  permits: ['building permits', 'permits', 'permit', 'permis de construire', 'permis'],
  vendors: ['vendors', 'suppliers', 'fournisseurs'],
  departments: ['departments', 'ministeres'],
};
