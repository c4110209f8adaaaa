/**
 * Federal institutions: registry code, applied titles in both languages, other names seen in the files.
 * Applied titles follow the Registry of Applied Titles of the Federal Identity Program (Treasury Board Secretariat);
 * codes are those of the proactive-disclosure registry; other names are legal titles and former names.
 */

interface Institution {
  code: string;
  en: string;
  fr: string;
  /** Legal titles, former names and spellings that mean this institution; compared folded. */
  also: readonly string[];
}

/** One institution per line, by code: code, English title, French title, other names. */
const TABLE = `
aafc-aac | Agriculture and Agri-Food Canada | Agriculture et Agroalimentaire Canada | Department of Agriculture and Agri-Food | Ministère de l'Agriculture et de l'Agroalimentaire
aandc-aadnc | Crown-Indigenous Relations and Northern Affairs Canada | Relations Couronne-Autochtones et Affaires du Nord Canada | Department of Indian Affairs and Northern Development | Aboriginal Affairs and Northern Development Canada | Indian and Northern Affairs Canada | Ministère des Affaires indiennes et du Nord canadien | Affaires autochtones et Développement du Nord Canada | Affaires indiennes et du Nord Canada
acoa-apeca | Atlantic Canada Opportunities Agency | Agence de promotion économique du Canada atlantique
atssc-scdata | Administrative Tribunals Support Service of Canada | Service canadien d'appui aux tribunaux administratifs
cannor | Canadian Northern Economic Development Agency | Agence canadienne de développement économique du Nord
cas-satj | Courts Administration Service | Service administratif des tribunaux judiciaires
catsa-acsta | Canadian Air Transport Security Authority | Administration canadienne de la sûreté du transport aérien
cb-cda | Copyright Board Canada | Commission du droit d'auteur du Canada | Copyright Board of Canada | Commission du droit d'auteur Canada
cbsa-asfc | Canada Border Services Agency | Agence des services frontaliers du Canada
ccohs-cchst | Canadian Centre for Occupational Health and Safety | Centre canadien d'hygiène et de sécurité au travail
cdc-ccl | Canadian Dairy Commission | Commission canadienne du lait
ced-dec | Canada Economic Development for Quebec Regions | Développement économique Canada pour les régions du Québec | Economic Development Agency of Canada for the Regions of Quebec
cer-rec | Canada Energy Regulator | Régie de l'énergie du Canada | La Régie de l'énergie du Canada | La Régie de l’énergie du Canada | National Energy Board | Office national de l'énergie
cfia-acia | Canadian Food Inspection Agency | Agence canadienne d'inspection des aliments
cgc-ccg | Canadian Grain Commission | Commission canadienne des grains
chrc-ccdp | Canadian Human Rights Commission | Commission canadienne des droits de la personne
cic | Immigration, Refugees and Citizenship Canada | Immigration, Réfugiés et Citoyenneté Canada | Department of Citizenship and Immigration | Citizenship and Immigration Canada | Ministère de la Citoyenneté et de l'Immigration | Citoyenneté et Immigration Canada
cics-scic | Canadian Intergovernmental Conference Secretariat | Secrétariat des conférences intergouvernementales canadiennes
cihr-irsc | Canadian Institutes of Health Research | Instituts de recherche en santé du Canada
cmhc-schl | Canada Mortgage and Housing Corporation | Société canadienne d'hypothèques et de logement
cnsc-ccsn | Canadian Nuclear Safety Commission | Commission canadienne de sûreté nucléaire
cpc-cpp | Civilian Review and Complaints Commission for the RCMP | Commission civile d'examen et de traitement des plaintes relatives à la GRC | Commission civile d'examen et de traitement des plaintes relatives à la Gendarmerie royale du Canada
cra-arc | Canada Revenue Agency | Agence du revenu du Canada
crtc | Canadian Radio-television and Telecommunications Commission | Conseil de la radiodiffusion et des télécommunications canadiennes
csa-asc | Canadian Space Agency | Agence spatiale canadienne
csc-scc | Correctional Service of Canada | Service correctionnel du Canada | Correctional Service Canada
csec-cstc | Communications Security Establishment Canada | Centre de la sécurité des télécommunications Canada | Communications Security Establishment | Centre de la sécurité des télécommunications
csps-efpc | Canada School of Public Service | École de la fonction publique du Canada
cta-otc | Canadian Transportation Agency | Office des transports du Canada
dcc-cdc | Defence Construction Canada | Construction de Défense Canada
dfatd-maecd | Global Affairs Canada | Affaires mondiales Canada | Department of Foreign Affairs, Trade and Development | Department of Foreign Affairs, Trade and Development Canada | Foreign Affairs, Trade and Development Canada | Foreign Affairs and International Trade Canada | Ministère des Affaires étrangères, Commerce et Développement Canada | Ministère des Affaires étrangères, du Commerce et du Développement | Affaires étrangères, Commerce et Développement Canada | Affaires étrangères et Commerce international Canada
dfo-mpo | Fisheries and Oceans Canada | Pêches et Océans Canada | Department of Fisheries and Oceans | Ministère des Pêches et des Océans
dnd-mdn | National Defence | Défense nationale | Department of National Defence | Ministère de la Défense nationale
ec | Environment and Climate Change Canada | Environnement et Changement climatique Canada | Department of the Environment | Department of Environment | Environment Canada | Ministère de l'Environnement | Environnement Canada
elections | Elections Canada | Élections Canada | Office of the Chief Electoral Officer | Bureau du directeur général des élections
esdc-edsc | Employment and Social Development Canada | Emploi et Développement social Canada | Department of Employment and Social Development | Human Resources and Skills Development Canada | Ministère de l'Emploi et du Développement social | Ressources humaines et Développement des compétences Canada
fcac-acfc | Financial Consumer Agency of Canada | Agence de la consommation en matière financière du Canada
feddevontario | Federal Economic Development Agency for Southern Ontario | Agence fédérale de développement économique pour le Sud de l'Ontario
fin | Department of Finance Canada | Ministère des Finances Canada | Department of Finance | Ministère des Finances | Finance Canada | Finances Canada
fintrac-canafe | Financial Transactions and Reports Analysis Centre of Canada | Centre d'analyse des opérations et déclarations financières du Canada
fja-cmf | Office of the Commissioner for Federal Judicial Affairs Canada | Commissariat à la magistrature fédérale Canada
hc-sc | Health Canada | Santé Canada | Department of Health | Ministère de la Santé
iaac-aeic | Impact Assessment Agency of Canada | Agence d'évaluation d'impact du Canada | Canadian Environmental Assessment Agency
ic | Innovation, Science and Economic Development Canada | Innovation, Sciences et Développement économique Canada | Department of Industry | Industry Canada | Ministère de l'Industrie | Industrie Canada
idrc-crdi | International Development Research Centre | Centre de recherches pour le développement international
ijc-cmi | International Joint Commission | Commission mixte internationale
infc | Housing, Infrastructure and Communities Canada | Logement, Infrastructures et Collectivités Canada | Infrastructure Canada | Office of Infrastructure of Canada | Bureau de l'infrastructure du Canada
irb-cisr | Immigration and Refugee Board of Canada | Commission de l'immigration et du statut de réfugié du Canada | Immigration and Refugee Board | Commission de l'immigration et du statut de réfugié
isc-sac | Indigenous Services Canada | Services aux Autochtones Canada | Department of Indigenous Services | Ministère des Services aux Autochtones
jus | Department of Justice Canada | Ministère de la Justice Canada | Department of Justice | Ministère de la Justice | Justice Canada
lac-bac | Library and Archives Canada | Bibliothèque et Archives Canada | Library and Archives of Canada
mgerc-ceegm | Military Grievances External Review Committee | Comité externe d'examen des griefs militaires
mint-monnaie | Royal Canadian Mint | Monnaie royale canadienne
mpcc-cppm | Military Police Complaints Commission of Canada | Commission d'examen des plaintes concernant la police militaire du Canada
nbc-ccbn | The National Battlefields Commission | Commission des champs de bataille nationaux | National Battlefields Commission
ncc-ccn | National Capital Commission | Commission de la capitale nationale
nfb-onf | National Film Board | Office national du film | National Film Board of Canada | Office national du film du Canada
nrc-cnrc | National Research Council Canada | Conseil national de recherches Canada | National Research Council of Canada | Conseil national de recherches du Canada
nrcan-rncan | Natural Resources Canada | Ressources naturelles Canada | Department of Natural Resources | Ministère des Ressources naturelles
nserc-crsng | Natural Sciences and Engineering Research Council of Canada | Conseil de recherches en sciences naturelles et en génie du Canada | Natural Sciences and Engineering Research Council | Conseil de recherches en sciences naturelles et en génie
nsira-ossnr | National Security and Intelligence Review Agency | Office de surveillance des activités en matière de sécurité nationale et de renseignement
oag-bvg | Office of the Auditor General of Canada | Bureau du vérificateur général du Canada
oci-bec | The Correctional Investigator Canada | L'Enquêteur correctionnel Canada | Office of the Correctional Investigator | Bureau de l'enquêteur correctionnel
ocl-cal | Office of the Commissioner of Lobbying of Canada | Commissariat au lobbying du Canada
ocol-clo | Office of the Commissioner of Official Languages | Commissariat aux langues officielles
oic-ci | Office of the Information Commissioner of Canada | Commissariat à l'information du Canada
opc-cpvp | Office of the Privacy Commissioner of Canada | Commissariat à la protection de la vie privée du Canada
osfi-bsif | Office of the Superintendent of Financial Institutions Canada | Bureau du surintendant des institutions financières Canada | Office of the Superintendent of Financial Institutions
osgg-bsgg | Office of the Secretary to the Governor General | Bureau du secrétaire du gouverneur général
pacifican | Pacific Economic Development Canada | Développement économique Canada pour le Pacifique
pbc-clcc | Parole Board of Canada | Commission des libérations conditionnelles du Canada | National Parole Board
pc | Parks Canada | Parcs Canada | Parks Canada Agency | Agence Parcs Canada
pch | Canadian Heritage | Patrimoine canadien | Department of Canadian Heritage | Ministère du Patrimoine canadien
pco-bcp | Privy Council Office | Bureau du Conseil privé
phac-aspc | Public Health Agency of Canada | Agence de la santé publique du Canada
pmprb-cepmb | Patented Medicine Prices Review Board Canada | Conseil d'examen du prix des médicaments brevetés Canada | Patented Medicine Prices Review Board | Conseil d'examen du prix des médicaments brevetés
polar-polaire | Polar Knowledge Canada | Savoir polaire Canada
ppsc-sppc | Public Prosecution Service of Canada | Service des poursuites pénales du Canada | Office of the Director of Public Prosecutions
prairiescan | Prairies Economic Development Canada | Développement économique Canada pour les Prairies | Western Economic Diversification Canada | Diversification de l'économie de l'Ouest Canada
ps-sp | Public Safety Canada | Sécurité publique Canada | Department of Public Safety and Emergency Preparedness | Ministère de la Sécurité publique et de la Protection civile
psc-cfp | Public Service Commission of Canada | Commission de la fonction publique du Canada
psic-ispc | Office of the Public Sector Integrity Commissioner of Canada | Commissariat à l'intégrité du secteur public du Canada
pwgsc-tpsgc | Public Services and Procurement Canada | Services publics et Approvisionnement Canada | Department of Public Works and Government Services | Public Works and Government Services Canada | Ministère des Travaux publics et des Services gouvernementaux | Travaux publics et Services gouvernementaux Canada
rcmp-grc | Royal Canadian Mounted Police | Gendarmerie royale du Canada
scc-ccn | Standards Council of Canada | Conseil canadien des normes
sct-trp | Specific Claims Tribunal | Tribunal des revendications particulières
ssc-spc | Shared Services Canada | Services partagés Canada
sshrc-crsh | Social Sciences and Humanities Research Council of Canada | Conseil de recherches en sciences humaines du Canada | Social Sciences and Humanities Research Council | Conseil de recherches en sciences humaines
statcan | Statistics Canada | Statistique Canada
tbs-sct | Treasury Board of Canada Secretariat | Secrétariat du Conseil du Trésor du Canada | Treasury Board Secretariat | Secrétariat du Conseil du Trésor
tc | Transport Canada | Transports Canada | Department of Transport | Ministère des Transports
tsb-bst | Transportation Safety Board of Canada | Bureau de la sécurité des transports du Canada | Canadian Transportation Accident Investigation and Safety Board
vac-acc | Veterans Affairs Canada | Anciens Combattants Canada | Department of Veterans Affairs | Ministère des Anciens Combattants
vrab-tacra | Veterans Review and Appeal Board | Tribunal des anciens combattants (révision et appel)
wage | Women and Gender Equality Canada | Femmes et Égalité des genres Canada | Department for Women and Gender Equality | Status of Women Canada | Condition féminine Canada
`;

export const DEPARTMENTS: readonly Institution[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [code, en, fr, ...also] = line.split(' | ');
    if (!code || !en || !fr) throw new Error(`an institution needs a code and two titles: ${line}`);
    return {code, en, fr, also};
  });

/** The bilingual value of an institution, `English | Français`. */
export const titleOf = (institution: Institution): string => `${institution.en} | ${institution.fr}`;

/** Every spelling of an institution -> its bilingual value; keys are not folded. */
export function departmentSpellings(): [string, string][] {
  return DEPARTMENTS.flatMap((one) =>
    [one.en, one.fr, titleOf(one), ...one.also].map((text): [string, string] => [text, titleOf(one)]),
  );
}
