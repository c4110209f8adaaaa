/**
 * Federal institutions: registry code, applied titles in both languages, acronyms, other names seen in the
 * files. Applied titles follow the Registry of Applied Titles of the Federal Identity Program (Treasury Board
 * Secretariat); codes are those of the proactive-disclosure registry; other names are legal titles and former
 * names. Acronyms are written out: many codes are older than the name (`ic`, `cic`), and none says which part
 * is which language.
 */
import {readBodies} from './body_table.ts';

/**
 * One institution per line, by code; records give the titles for other names, but not for names after `~`.
 */
const TABLE = `
aafc-aac | Agriculture and Agri-Food Canada | Agriculture et Agroalimentaire Canada | AAFC / AAC | Department of Agriculture and Agri-Food | Ministère de l'Agriculture et de l'Agroalimentaire | ~Agriculture Canada
aandc-aadnc | Crown-Indigenous Relations and Northern Affairs Canada | Relations Couronne-Autochtones et Affaires du Nord Canada | CIRNAC, INAC, AANDC, DIAND / RCAANC, AINC, AADNC, AANC, MAINC | Department of Indian Affairs and Northern Development | Aboriginal Affairs and Northern Development Canada | Indian and Northern Affairs Canada | Ministère des Affaires indiennes et du Nord canadien | Affaires autochtones et Développement du Nord Canada | Affaires indiennes et du Nord Canada | ~Indigenous and Northern Affairs Canada | ~Affaires autochtones et du Nord Canada | ~Crown-Indigenous Relations and Northern Affairs | ~Department of Crown-Indigenous Relations and Northern Affairs | ~Ministère des Relations Couronne-Autochtones et des Affaires du Nord
acoa-apeca | Atlantic Canada Opportunities Agency | Agence de promotion économique du Canada atlantique | ACOA / APECA
atssc-scdata | Administrative Tribunals Support Service of Canada | Service canadien d'appui aux tribunaux administratifs | ATSSC / SCDATA
cannor | Canadian Northern Economic Development Agency | Agence canadienne de développement économique du Nord | CanNor / CanNor
cas-satj | Courts Administration Service | Service administratif des tribunaux judiciaires | CAS / SATJ
catsa-acsta | Canadian Air Transport Security Authority | Administration canadienne de la sûreté du transport aérien | CATSA / ACSTA
cb-cda | Copyright Board Canada | Commission du droit d'auteur du Canada | CB / CDA | Copyright Board of Canada | Commission du droit d'auteur Canada
cbsa-asfc | Canada Border Services Agency | Agence des services frontaliers du Canada | CBSA / ASFC | ~Canada Border Services
ccohs-cchst | Canadian Centre for Occupational Health and Safety | Centre canadien d'hygiène et de sécurité au travail | CCOHS / CCHST
cdc-ccl | Canadian Dairy Commission | Commission canadienne du lait | CDC / CCL
ced-dec | Canada Economic Development for Quebec Regions | Développement économique Canada pour les régions du Québec | CED / DEC | Economic Development Agency of Canada for the Regions of Quebec | ~Economic Development Canada for the Regions of Quebec | ~Economic Development Agency of Canada for Quebec Regions | ~Agence de développement économique du Canada pour les régions du Québec
cer-rec | Canada Energy Regulator | Régie de l'énergie du Canada | CER, NEB / REC, ONE | La Régie de l'énergie du Canada | La Régie de l’énergie du Canada | National Energy Board | Office national de l'énergie
cfia-acia | Canadian Food Inspection Agency | Agence canadienne d'inspection des aliments | CFIA / ACIA
cgc-ccg | Canadian Grain Commission | Commission canadienne des grains | CGC / CCG
chrc-ccdp | Canadian Human Rights Commission | Commission canadienne des droits de la personne | CHRC / CCDP
cic | Immigration, Refugees and Citizenship Canada | Immigration, Réfugiés et Citoyenneté Canada | IRCC, CIC / IRCC, CIC | Department of Citizenship and Immigration | Citizenship and Immigration Canada | Ministère de la Citoyenneté et de l'Immigration | Citoyenneté et Immigration Canada
cics-scic | Canadian Intergovernmental Conference Secretariat | Secrétariat des conférences intergouvernementales canadiennes | CICS / SCIC
cihr-irsc | Canadian Institutes of Health Research | Instituts de recherche en santé du Canada | CIHR, MRC / IRSC, CRM | ~Medical Research Council of Canada | ~Conseil de recherches médicales du Canada
cmhc-schl | Canada Mortgage and Housing Corporation | Société canadienne d'hypothèques et de logement | CMHC / SCHL
cnsc-ccsn | Canadian Nuclear Safety Commission | Commission canadienne de sûreté nucléaire | CNSC, AECB / CCSN, CCEA | ~Atomic Energy Control Board | ~Commission de contrôle de l'énergie atomique
cpc-cpp | Civilian Review and Complaints Commission for the RCMP | Commission civile d'examen et de traitement des plaintes relatives à la GRC | CRCC, CPC / CCETP, CPP | Commission civile d'examen et de traitement des plaintes relatives à la Gendarmerie royale du Canada | ~Commission for Public Complaints Against the RCMP | ~Commission for Public Complaints Against the Royal Canadian Mounted Police | ~Commission des plaintes du public contre la GRC | ~Commission des plaintes du public contre la Gendarmerie royale du Canada | ~Civilian Review and Complaints Commission for the Royal Canadian Mounted Police
cra-arc | Canada Revenue Agency | Agence du revenu du Canada | CRA, CCRA / ARC, ADRC | ~Revenue Canada | ~Revenu Canada | ~Canada Customs and Revenue Agency | ~Agence des douanes et du revenu du Canada
crtc | Canadian Radio-television and Telecommunications Commission | Conseil de la radiodiffusion et des télécommunications canadiennes | CRTC / CRTC
csa-asc | Canadian Space Agency | Agence spatiale canadienne | CSA / ASC
csc-scc | Correctional Service of Canada | Service correctionnel du Canada | CSC / SCC | Correctional Service Canada
csec-cstc | Communications Security Establishment Canada | Centre de la sécurité des télécommunications Canada | CSE, CSEC / CST, CSTC | Communications Security Establishment | Centre de la sécurité des télécommunications
csps-efpc | Canada School of Public Service | École de la fonction publique du Canada | CSPS / EFPC
cta-otc | Canadian Transportation Agency | Office des transports du Canada | CTA / OTC
dcc-cdc | Defence Construction Canada | Construction de Défense Canada | DCC / CDC | ~Defence Construction (1951) Limited | ~Construction de défense (1951) Limitée
dfatd-maecd | Global Affairs Canada | Affaires mondiales Canada | GAC, DFATD, DFAIT, DFAITC, CIDA / AMC, MAECD, MAECI, ACDI | Department of Foreign Affairs, Trade and Development | Department of Foreign Affairs, Trade and Development Canada | Foreign Affairs, Trade and Development Canada | Foreign Affairs and International Trade Canada | Ministère des Affaires étrangères, Commerce et Développement Canada | Ministère des Affaires étrangères, du Commerce et du Développement | Affaires étrangères, Commerce et Développement Canada | Affaires étrangères et Commerce international Canada | ~Foreign Affairs Canada | ~Affaires étrangères Canada | ~Department of Foreign Affairs and International Trade | ~Ministère des Affaires étrangères et du Commerce international | ~International Trade Canada | ~Commerce international Canada | ~Canadian International Development Agency | ~Agence canadienne de développement international
dfo-mpo | Fisheries and Oceans Canada | Pêches et Océans Canada | DFO / MPO | Department of Fisheries and Oceans | Ministère des Pêches et des Océans
dnd-mdn | National Defence | Défense nationale | DND / MDN | Department of National Defence | Ministère de la Défense nationale
ec | Environment and Climate Change Canada | Environnement et Changement climatique Canada | ECCC, EC / ECCC, EC | Department of the Environment | Department of Environment | Environment Canada | Ministère de l'Environnement | Environnement Canada | ~Department of Environment and Climate Change | ~Ministère de l'Environnement et du Changement climatique
elections | Elections Canada | Élections Canada | OCEO / BDGE | Office of the Chief Electoral Officer | Bureau du directeur général des élections
esdc-edsc | Employment and Social Development Canada | Emploi et Développement social Canada | ESDC, HRSDC, HRDC / EDSC, RHDCC, DRHC, RHDSC | Department of Employment and Social Development | Human Resources and Skills Development Canada | Ministère de l'Emploi et du Développement social | Ressources humaines et Développement des compétences Canada | ~Human Resources and Social Development Canada | ~Ressources humaines et Développement social Canada | ~Human Resources Development Canada | ~Développement des ressources humaines Canada | ~Social Development Canada | ~Développement social Canada
fcac-acfc | Financial Consumer Agency of Canada | Agence de la consommation en matière financière du Canada | FCAC / ACFC
feddevontario | Federal Economic Development Agency for Southern Ontario | Agence fédérale de développement économique pour le Sud de l'Ontario | FedDev, FedDev Ontario / FedDev, FedDev Ontario
fin | Department of Finance Canada | Ministère des Finances Canada | FIN / FIN | Department of Finance | Ministère des Finances | Finance Canada | Finances Canada
fintrac-canafe | Financial Transactions and Reports Analysis Centre of Canada | Centre d'analyse des opérations et déclarations financières du Canada | FINTRAC / CANAFE
fja-cmf | Office of the Commissioner for Federal Judicial Affairs Canada | Commissariat à la magistrature fédérale Canada | FJA / CMF
hc-sc | Health Canada | Santé Canada | HC / SC | Department of Health | Ministère de la Santé | ~Health and Welfare Canada | ~Santé et Bien-être social Canada
iaac-aeic | Impact Assessment Agency of Canada | Agence d'évaluation d'impact du Canada | IAAC, CEAA / AEIC, ACEE | Canadian Environmental Assessment Agency | ~Agence canadienne d'évaluation environnementale
ic | Innovation, Science and Economic Development Canada | Innovation, Sciences et Développement économique Canada | ISED, ISEDC, IC / ISDE, IC | Department of Industry | Industry Canada | Ministère de l'Industrie | Industrie Canada
idrc-crdi | International Development Research Centre | Centre de recherches pour le développement international | IDRC / CRDI
ijc-cmi | International Joint Commission | Commission mixte internationale | IJC / CMI
infc | Housing, Infrastructure and Communities Canada | Logement, Infrastructures et Collectivités Canada | HICC, INFC / LICC, INFC | Infrastructure Canada | Office of Infrastructure of Canada | Bureau de l'infrastructure du Canada | ~Department of Housing, Infrastructure and Communities | ~Ministère du Logement, de l'Infrastructure et des Collectivités
irb-cisr | Immigration and Refugee Board of Canada | Commission de l'immigration et du statut de réfugié du Canada | IRB / CISR | Immigration and Refugee Board | Commission de l'immigration et du statut de réfugié
isc-sac | Indigenous Services Canada | Services aux Autochtones Canada | ISC / SAC | Department of Indigenous Services | Ministère des Services aux Autochtones
jus | Department of Justice Canada | Ministère de la Justice Canada | JUS, JC / JUS | Department of Justice | Ministère de la Justice | Justice Canada
lac-bac | Library and Archives Canada | Bibliothèque et Archives Canada | LAC / BAC | Library and Archives of Canada | ~National Archives of Canada | ~Archives nationales du Canada | ~National Library of Canada | ~Bibliothèque nationale du Canada
mgerc-ceegm | Military Grievances External Review Committee | Comité externe d'examen des griefs militaires | MGERC / CEEGM | ~Canadian Forces Grievance Board | ~Comité des griefs des Forces canadiennes
mint-monnaie | Royal Canadian Mint | Monnaie royale canadienne | RCM / MRC
mpcc-cppm | Military Police Complaints Commission of Canada | Commission d'examen des plaintes concernant la police militaire du Canada | MPCC / CPPM | ~Military Police Complaints Commission | ~Commission d'examen des plaintes concernant la police militaire
nbc-ccbn | The National Battlefields Commission | Commission des champs de bataille nationaux | NBC / CCBN | National Battlefields Commission
ncc-ccn | National Capital Commission | Commission de la capitale nationale | NCC / CCN
nfb-onf | National Film Board | Office national du film | NFB / ONF | National Film Board of Canada | Office national du film du Canada
nrc-cnrc | National Research Council Canada | Conseil national de recherches Canada | NRC / CNRC | National Research Council of Canada | Conseil national de recherches du Canada | ~National Research Council | ~Conseil national de recherches
nrcan-rncan | Natural Resources Canada | Ressources naturelles Canada | NRCan / RNCan | Department of Natural Resources | Ministère des Ressources naturelles | ~Energy, Mines and Resources Canada | ~Énergie, Mines et Ressources Canada
nserc-crsng | Natural Sciences and Engineering Research Council of Canada | Conseil de recherches en sciences naturelles et en génie du Canada | NSERC / CRSNG | Natural Sciences and Engineering Research Council | Conseil de recherches en sciences naturelles et en génie
nsira-ossnr | National Security and Intelligence Review Agency | Office de surveillance des activités en matière de sécurité nationale et de renseignement | NSIRA / OSSNR
oag-bvg | Office of the Auditor General of Canada | Bureau du vérificateur général du Canada | OAG / BVG | ~Office of the Auditor General | ~Bureau du vérificateur général
oci-bec | The Correctional Investigator Canada | L'Enquêteur correctionnel Canada | OCI / BEC | Office of the Correctional Investigator | Bureau de l'enquêteur correctionnel
ocl-cal | Office of the Commissioner of Lobbying of Canada | Commissariat au lobbying du Canada | OCL / CAL | ~Office of the Commissioner of Lobbying | ~Commissariat au lobbying
ocol-clo | Office of the Commissioner of Official Languages | Commissariat aux langues officielles | OCOL / CLO | ~Office of the Commissioner of Official Languages of Canada | ~Commissariat aux langues officielles du Canada
oic-ci | Office of the Information Commissioner of Canada | Commissariat à l'information du Canada | OIC / CI | ~Office of the Information Commissioner | ~Commissariat à l'information
opc-cpvp | Office of the Privacy Commissioner of Canada | Commissariat à la protection de la vie privée du Canada | OPC / CPVP | ~Office of the Privacy Commissioner | ~Commissariat à la protection de la vie privée | ~Commissariats à l'information et à la protection de la vie privée au Canada
osfi-bsif | Office of the Superintendent of Financial Institutions Canada | Bureau du surintendant des institutions financières Canada | OSFI / BSIF | Office of the Superintendent of Financial Institutions | ~Bureau du surintendant des institutions financières
osgg-bsgg | Office of the Secretary to the Governor General | Bureau du secrétaire du gouverneur général | OSGG / BSGG | ~Office of the Governor General | ~Bureau du gouverneur général | ~Governor General of Canada | ~Gouverneur général du Canada
pacifican | Pacific Economic Development Canada | Développement économique Canada pour le Pacifique | PacifiCan / PacifiCan
pbc-clcc | Parole Board of Canada | Commission des libérations conditionnelles du Canada | PBC, NPB / CLCC, CNLC | National Parole Board | ~Commission nationale des libérations conditionnelles
pc | Parks Canada | Parcs Canada | PC, PCA / PC, APC | Parks Canada Agency | Agence Parcs Canada
pch | Canadian Heritage | Patrimoine canadien | PCH / PCH | Department of Canadian Heritage | Ministère du Patrimoine canadien
pco-bcp | Privy Council Office | Bureau du Conseil privé | PCO / BCP
phac-aspc | Public Health Agency of Canada | Agence de la santé publique du Canada | PHAC / ASPC
pmprb-cepmb | Patented Medicine Prices Review Board Canada | Conseil d'examen du prix des médicaments brevetés Canada | PMPRB / CEPMB | Patented Medicine Prices Review Board | Conseil d'examen du prix des médicaments brevetés
polar-polaire | Polar Knowledge Canada | Savoir polaire Canada | POLAR / POLAIRE | ~Canadian Polar Commission | ~Commission canadienne des affaires polaires
ppsc-sppc | Public Prosecution Service of Canada | Service des poursuites pénales du Canada | PPSC / SPPC | Office of the Director of Public Prosecutions | ~Bureau du directeur des poursuites pénales
prairiescan | Prairies Economic Development Canada | Développement économique Canada pour les Prairies | PrairiesCan, WD / PrairiesCan, DEO | Western Economic Diversification Canada | Diversification de l'économie de l'Ouest Canada
ps-sp | Public Safety Canada | Sécurité publique Canada | PS, PSEPC / SP, SPPCC | Department of Public Safety and Emergency Preparedness | Ministère de la Sécurité publique et de la Protection civile | ~Public Safety and Emergency Preparedness Canada | ~Sécurité publique et Protection civile Canada | ~Solicitor General Canada | ~Solliciteur général Canada
psc-cfp | Public Service Commission of Canada | Commission de la fonction publique du Canada | PSC / CFP
psic-ispc | Office of the Public Sector Integrity Commissioner of Canada | Commissariat à l'intégrité du secteur public du Canada | PSIC / ISPC
pwgsc-tpsgc | Public Services and Procurement Canada | Services publics et Approvisionnement Canada | PSPC, PWGSC / SPAC, TPSGC | Department of Public Works and Government Services | Public Works and Government Services Canada | Ministère des Travaux publics et des Services gouvernementaux | Travaux publics et Services gouvernementaux Canada | ~Public Services and Procurement | ~Department of Public Services and Procurement
rcmp-grc | Royal Canadian Mounted Police | Gendarmerie royale du Canada | RCMP / GRC
scc-ccn | Standards Council of Canada | Conseil canadien des normes | SCC / CCN
sct-trp | Specific Claims Tribunal | Tribunal des revendications particulières | SCT / TRP
ssc-spc | Shared Services Canada | Services partagés Canada | SSC / SPC
sshrc-crsh | Social Sciences and Humanities Research Council of Canada | Conseil de recherches en sciences humaines du Canada | SSHRC / CRSH | Social Sciences and Humanities Research Council | Conseil de recherches en sciences humaines
statcan | Statistics Canada | Statistique Canada | StatCan, StatsCan / StatCan
tbs-sct | Treasury Board of Canada Secretariat | Secrétariat du Conseil du Trésor du Canada | TBS, TBCS / SCT | Treasury Board Secretariat | Secrétariat du Conseil du Trésor
tc | Transport Canada | Transports Canada | TC / TC | Department of Transport | Ministère des Transports
tsb-bst | Transportation Safety Board of Canada | Bureau de la sécurité des transports du Canada | TSB / BST | Canadian Transportation Accident Investigation and Safety Board
vac-acc | Veterans Affairs Canada | Anciens Combattants Canada | VAC / ACC | Department of Veterans Affairs | Ministère des Anciens Combattants
vrab-tacra | Veterans Review and Appeal Board | Tribunal des anciens combattants (révision et appel) | VRAB / TACRA
wage | Women and Gender Equality Canada | Femmes et Égalité des genres Canada | WAGE, SWC / FEGC, CFC | Department for Women and Gender Equality | Status of Women Canada | Condition féminine Canada | ~Women and Gender Equality | ~Femmes et Égalité des genres | ~Ministère des Femmes et de l'Égalité des genres
`;

export const DEPARTMENTS = readBodies(TABLE);
