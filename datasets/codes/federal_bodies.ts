/**
 * Federal bodies besides the institutions of `departments.ts`: Parliament, crown corporations, tribunals, and
 * parts of departments that file or are lobbied under a name of their own. Keys are the codes of the open
 * government registry where it has one, also old ones: `cmc` is the Museum of History. Records keep the names
 * of all these as published.
 */
import {readBodies} from './body_table.ts';

const TABLE = `
aecl-eacl | Atomic Energy of Canada Limited | Énergie atomique du Canada limitée | AECL / EACL | Énergie atomique du Canada, Limitée
apa | Atlantic Pilotage Authority Canada | Administration de pilotage de l'Atlantique Canada | APA / APA | Atlantic Pilotage Authority | Administration de pilotage de l'Atlantique
apfc-fapc | Asia Pacific Foundation of Canada | Fondation Asie Pacifique du Canada | APFC / FAPC | Asia-Pacific Foundation of Canada
bc | Bank of Canada | Banque du Canada | BoC
bdc | Business Development Bank of Canada | Banque de développement du Canada | BDC / BDC | Federal Business Development Bank | Banque fédérale de développement
caf-facdnd | Canadian Armed Forces | Forces armées canadiennes | CAF / FAC | Canadian Forces | Forces canadiennes
cart-crac | Canada Agricultural Review Tribunal | Commission de révision agricole du Canada | CART / CRAC
casdo-ocena | Accessibility Standards Canada | Normes d'accessibilité Canada | ASC | Canadian Accessibility Standards Development Organization | Organisation canadienne d'élaboration de normes d'accessibilité
cbc-radio-canada | Canadian Broadcasting Corporation | Société Radio-Canada | CBC / SRC | CBC/Radio-Canada | Radio-Canada | Canadian Broadcasting Company
cca-cac | Canada Council for the Arts | Conseil des arts du Canada | CCA / CAC
ccc | Canadian Commercial Corporation | Corporation commerciale canadienne | CCC / CCC
ccg-gcc | Canadian Coast Guard | Garde côtière canadienne | CCG / GCC
ccperb-cceebc | Canadian Cultural Property Export Review Board | Commission canadienne d'examen des exportations de biens culturels | CCPERB / CCEEBC
cdev | Canada Development Investment Corporation | Corporation de développement des investissements du Canada | CDEV / CDEV
cdic-sadc | Canada Deposit Insurance Corporation | Société d'assurance-dépôts du Canada | CDIC / SADC
ceefc-cfuec | Canada Enterprise Emergency Funding Corporation | Corporation de financement d'urgence d'entreprises du Canada | CEEFC / CFUEC | La Corporation de financement d'urgence d'entreprises du Canada
ceic-caec | Canada Employment Insurance Commission | Commission de l'assurance-emploi du Canada | CEIC / CAEC
cfmws-sbmfc | Canadian Forces Morale and Welfare Services | Services de bien-être et moral des Forces canadiennes | CFMWS / SBMFC
cgsb-ongc | Canadian General Standards Board | Office des normes générales du Canada | CGSB / ONGC | Canadian Government Specifications Board
chrt-tcdp | Canadian Human Rights Tribunal | Tribunal canadien des droits de la personne | CHRT / TCDP | Human Rights Tribunal of Canada | Tribunal des droits de la personne du Canada
cib-bic | Canada Infrastructure Bank | Banque de l'infrastructure du Canada | CIB / BIC | La Banque de l'infrastructure du Canada
cicc-ccic | College of Immigration and Citizenship Consultants | Collège des consultants en immigration et en citoyenneté | CICC / CCIC
ciec-ccie | Office of the Conflict of Interest and Ethics Commissioner | Commissariat aux conflits d'intérêts et à l'éthique | CIEC / CCIE | Conflict of Interest and Ethics Commissioner | Commissaire aux conflits d'intérêts et à l'éthique
cihi-icis | Canadian Institute for Health Information | Institut canadien d'information sur la santé | CIHI / ICIS | Canadian Institute of Health Information
cipo-opic | Canadian Intellectual Property Office | Office de la propriété intellectuelle du Canada | CIPO / OPIC
cirb-ccri | Canada Industrial Relations Board | Conseil canadien des relations industrielles | CIRB / CCRI
citt-tcce | Canadian International Trade Tribunal | Tribunal canadien du commerce extérieur | CITT / TCCE
clcl-sicl | Canada Lands Company Limited | Société immobilière du Canada limitée | CLCL / SICL | Canada Lands Company | Société immobilière du Canada
cmac-cacm | Court Martial Appeal Court of Canada | Cour d'appel de la cour martiale du Canada | CMAC / CACM
cmc-mcc | Canadian Museum of History | Musée canadien de l'histoire | CMH, CMC / MCH, MCC | Canadian Museum of Civilization | Musée canadien des civilisations
cmhr-mcdp | Canadian Museum for Human Rights | Musée canadien pour les droits de la personne | CMHR / MCDP
cmip-mciq | Canadian Museum of Immigration at Pier 21 | Musée canadien de l'immigration du Quai 21 | CMIP / MCIQ
cmn-mcn | Canadian Museum of Nature | Musée canadien de la nature | CMN / MCN
cnl-lnc | Canadian Nuclear Laboratories | Laboratoires nucléaires canadiens | CNL / LNC
competition-bureau | Competition Bureau | Bureau de la concurrence | COMP | Competition Bureau Canada | Bureau de la concurrence Canada
cpc-scp | Canada Post Corporation | Société canadienne des postes | CPC / SCP | Canada Post | Postes Canada
cppib-oirpc | Canada Pension Plan Investment Board | Office d'investissement du régime de pensions du Canada | CPPIB / OIRPC | CPP Investments | Investissements RPC | Canada Pension Plan Investment Board (CPP Investments) | L'Office d'investment du Régime de pensions du Canada
crc | Communications Research Centre Canada | Centre de recherches sur les communications Canada | CRC / CRC | Communications Research Centre | Centre de recherches sur les communications
crrf-fcrr | Canadian Race Relations Foundation | Fondation canadienne des relations raciales | CRRF / FCRR | La Fondation canadienne des relations raciales
csis-scrs | Canadian Security Intelligence Service | Service canadien du renseignement de sécurité | CSIS / SCRS
cstm-mstc | Ingenium | Ingenium | NMSTC / SMNST | Canada Science and Technology Museum | Musée des sciences et de la technologie du Canada | National Museum of Science and Technology | Musée national des sciences et de la technologie | Canada Science and Technology Museums Corporation | Société des musées de sciences et technologies du Canada | Ingenium - Canada's Museums of Science and Innovation
ct-tc | Competition Tribunal | Tribunal de la concurrence | CT / TC | Registry of the Competition Tribunal | Greffe du Tribunal de la concurrence
ctc-cct | Destination Canada | Destination Canada | CTC / CCT | Canadian Tourism Commission | Commission canadienne du tourisme
dfi-ifd | Development Finance Institute Canada | Institut de financement du développement Canada | DFIC | Development Finance Institute Canada (DFIC) | FinDev Canada | Development Finance Institution - FinDev Canada | Institution de financement du développement - FinDev Canada
drdc-rddc | Defence Research and Development Canada | Recherche et développement pour la défense Canada | DRDC / RDDC
edc | Export Development Canada | Exportation et développement Canada | EDC / EDC | Export Development Corporation | Société pour l'expansion des exportations
eptc-tpec | Environmental Protection Tribunal of Canada | Tribunal de la protection de l'environnement du Canada | EPTC / TPEC | Environmental Protection Review Canada | Révision de la protection de l'environnement Canada
erc-cee | RCMP External Review Committee | Comité externe d'examen de la GRC | ERC / CEE | Royal Canadian Mounted Police External Review Committee | Comité externe d'examen de la Gendarmerie royale du Canada
fbcl-spfl | Federal Bridge Corporation | Société des ponts fédéraux | FBCL / SPFL | The Federal Bridge Corporation Limited | Federal Bridge Corporation Limited | Société des ponts fédéraux limitée | La Société des ponts fédéraux Limitée
fca-caf | Federal Court of Appeal | Cour d'appel fédérale | FCA / CAF
fcc-fac | Farm Credit Canada | Financement agricole Canada | FCC / FAC | Farm Credit Corporation | Société du crédit agricole
fct-cf | Federal Court | Cour fédérale | FC / CF | Federal Court of Canada | Cour fédérale du Canada
fednor | Federal Economic Development Agency for Northern Ontario | Agence fédérale de développement économique pour le Nord de l'Ontario | FedNor / FedNor | Federal Economic Development Initiative for Northern Ontario | Initiative fédérale de développement économique pour le Nord de l'Ontario
ffmc-ocped | Freshwater Fish Marketing Corporation | Office de commercialisation du poisson d'eau douce | FFMC / OCPED
fnfmb-cgfpn | First Nations Financial Management Board | Conseil de gestion financière des Premières Nations | FNFMB / CGFPN
fntc-cfpn | First Nations Tax Commission | Commission de la fiscalité des premières nations | FNTC / CFPN
fpcc-cpac | Farm Products Council of Canada | Conseil des produits agricoles du Canada | FPCC / CPAC | National Farm Products Council | Conseil national des produits agricoles
fpslreb-crtespf | Federal Public Sector Labour Relations and Employment Board | Commission des relations de travail et de l'emploi dans le secteur public fédéral | FPSLREB, PSLREB, PSLRB / CRTESPF, CRTEFP, CRTFP | Public Service Labour Relations and Employment Board | Commission des relations de travail et de l'emploi dans la fonction publique | Public Service Labour Relations Board | Commission des relations de travail dans la fonction publique
genome | Genome Canada | Génome Canada | -
glpa-apgl | Great Lakes Pilotage Authority Canada | Administration de pilotage des Grands Lacs Canada | GLPA / APGL | Great Lakes Pilotage Authority | Administration de pilotage des Grands Lacs
halpa-aphal | Halifax Port Authority | Administration portuaire de Halifax | HPA | Port of Halifax | Port de Halifax
hampa-apham | Hamilton-Oshawa Port Authority | Administration portuaire de Hamilton-Oshawa | HOPA / APHO | Hamilton Port Authority | Administration portuaire de Hamilton
hgr-tgf | VIA HFR - VIA TGF Inc. | VIA HFR - VIA TGF Inc. | HFR / TGF | Alto | Via Rail High Frequency Rail | Via Rail train à grande fréquence | VIA HFR | VIA TGF
hmirc-ccrmd | Hazardous Materials Information Review Commission Canada | Conseil de contrôle des renseignements relatifs aux matières dangereuses Canada | HMIRC / CCRMD | Hazardous Materials Information Review Commission | Conseil de contrôle des renseignements relatifs aux matières dangereuses
hoc-cdc | House of Commons | Chambre des communes | HoC | House of Commons of Canada | Chambre des communes du Canada | Members of the House of Commons | Députés de la Chambre des communes
hsmbc-clmhc | Historic Sites and Monuments Board of Canada | Commission des lieux et monuments historiques du Canada | HSMBC / CLMHC
iga-aig | Intergovernmental Affairs | Affaires intergouvernementales | IGA / AIG
iic-iac | Invest in Canada | Investir au Canada | IIC / IAC | Invest in Canada Hub
innovation | Canada Foundation for Innovation | Fondation canadienne pour l'innovation | CFI / FCI
iogc-pgic | Indian Oil and Gas Canada | Pétrole et gaz des Indiens du Canada | IOGC / PGIC
jccbi-pjcci | Jacques Cartier and Champlain Bridges Incorporated | Ponts Jacques Cartier et Champlain Incorporée | JCCBI / PJCCI | The Jacques Cartier and Champlain Bridges Incorporated | Les Ponts Jacques Cartier et Champlain Incorporée
lp-bp | Library of Parliament | Bibliothèque du Parlement | LoP / BdP
lpa-apl | Laurentian Pilotage Authority Canada | Administration de pilotage des Laurentides Canada | LPA / APL | Laurentian Pilotage Authority | Administration de pilotage des Laurentides
mai | Marine Atlantic Inc. | Marine Atlantique S.C.C. | MAI | Marine Atlantic | Marine Atlantique
measurement-canada | Measurement Canada | Mesures Canada | MC / MC
mpa-apm | Montreal Port Authority | Administration portuaire de Montréal | MPA / APM | Port of Montreal | Port de Montréal
nac-cna | National Arts Centre | Centre national des Arts | NAC / CNA
ndcfo-odnfc | National Defence and Canadian Armed Forces Ombudsman | Ombudsman de la Défense nationale et des Forces armées canadiennes | - | National Defence and Canadian Forces Ombudsman | Ombudsman de la Défense nationale et des Forces canadiennes
ngc-mbac | National Gallery of Canada | Musée des beaux-arts du Canada | NGC / MBAC
npa-apn | Northern Pipeline Agency Canada | Administration du pipe-line du Nord Canada | NPA / APN | Northern Pipeline Agency | Administration du pipe-line du Nord
nrtee-trnee | National Round Table on the Environment and the Economy | Table ronde nationale sur l'environnement et l'économie | NRTEE / TRNEE
occe-bcef | Commissioner of Canada Elections | Commissaire aux élections fédérales | CCE / CEF | Office of the Commissioner of Canada Elections | Bureau du commissaire aux élections fédérales
ocsa-bcsc | Office of the Chief Science Advisor of Canada | Bureau du conseiller scientifique en chef du Canada | OCSA / BCSC | Office of the Chief Science Advisor | Bureau de la conseillère scientifique en chef
ocsec-bccst | Office of the Intelligence Commissioner | Bureau du commissaire au renseignement | ICO / BCR | Office of the Communications Security Establishment Commissioner | Bureau du commissaire du Centre de la sécurité des télécommunications
ofovc-bofvac | Office of the Federal Ombudsperson for Victims of Crime | Bureau de l'ombudsman fédéral des victimes d'actes criminels | OFOVC / BOFVAC | Office of the Federal Ombudsman for Victims of Crime | Federal Ombudsman for Victims of Crime
opo-boa | Office of the Procurement Ombud | Bureau de l'ombud de l'approvisionnement | OPO / BOA | Office of the Procurement Ombudsman | Bureau de l'ombudsman de l'approvisionnement
org231 | Law Commission of Canada | Commission du droit du Canada | LCC
osb-bsf | Office of the Superintendent of Bankruptcy Canada | Bureau du surintendant des faillites Canada | OSB / BSF | Office of the Superintendent of Bankruptcy | Bureau du surintendant des faillites
oto-boc | Office of the Taxpayers' Ombudsperson | Bureau de l'ombudsman des contribuables | OTO / BOC | Office of the Taxpayers' Ombudsman
ovo-bov | Office of the Veterans Ombud | Bureau de l'ombud des vétérans | OVO / BOV | Office of the Veterans Ombudsman | Bureau de l'ombudsman des vétérans
pbo-dpb | Office of the Parliamentary Budget Officer | Bureau du directeur parlementaire du budget | PBO, OPBO / DPB, BDPB | Parliamentary Budget Officer | Directeur parlementaire du budget
petf-fpet | Pierre Elliott Trudeau Foundation | Fondation Pierre Elliott Trudeau | PETF / FPET
pmo-cpm | Office of the Prime Minister | Cabinet du premier ministre | PMO / CPM | Prime Minister's Office | Bureau du premier ministre
pmra-arla | Pest Management Regulatory Agency | Agence de réglementation de la lutte antiparasitaire | PMRA / ARLA
ppa-app | Pacific Pilotage Authority Canada | Administration de pilotage du Pacifique Canada | PPA / APP | Pacific Pilotage Authority | Administration de pilotage du Pacifique
ppp | PPP Canada Inc. | PPP Canada Inc. | PPP | PPP Canada
pps-spp | Parliamentary Protective Service | Service de protection parlementaire | PPS / SPP
pptc | Passport Canada | Passeport Canada | PPTC / PPTC
prpa-appr | Prince Rupert Port Authority | Administration portuaire de Prince Rupert | - | L'Administration portuaire de Prince Rupert | Port of Prince Rupert
psdpt-tpfd | Public Servants Disclosure Protection Tribunal Canada | Tribunal de la protection des fonctionnaires divulgateurs Canada | PSDPT, PSDPTC / TPFD, TPFDC | Public Servants Disclosure Protection Tribunal | Le Tribunal de la protection des fonctionnaires divulgateurs Canada | Tribunal de la protection des fonctionnaires divulgateurs
pspib-oirpsp | Public Sector Pension Investment Board | Office d'investissement des régimes de pensions du secteur public | PSPIB, PSP / OIRPSP | PSP Investments | Investissements PSP
psst-tdfp | Public Service Staffing Tribunal | Tribunal de la dotation de la fonction publique | PSST / TDFP
qpa-apq | Quebec Port Authority | Administration portuaire de Québec | QPA / APQ | Port of Quebec | Port de Québec
scc-csc | Supreme Court of Canada | Cour suprême du Canada | SCC / CSC | Office of the Registrar of the Supreme Court of Canada | Bureau du registraire de la Cour suprême du Canada | Registrar of the Supreme Court of Canada | Registraire de la Cour suprême du Canada | Registrar of the Supreme Court of Canada and that portion of the federal public administration appointed under subsection 12(2) of the Supreme Court Act | Registraire de la Cour suprême du Canada et le secteur de l'administration publique fédérale nommé en vertu du paragraphe 12(2) de la Loi sur la Cour suprême
sdtc-tddc | Sustainable Development Technology Canada | Technologies du développement durable Canada | SDTC / TDDC | Canada Foundation for Sustainable Development Technology | Fondation du Canada pour l'appui technologique au développement durable
senate | Senate of Canada | Sénat du Canada | SEN | Senate | Sénat
seo-bcse | Office of the Senate Ethics Officer | Bureau du conseiller sénatorial en éthique | SEO | Senate Ethics Officer | Conseiller sénatorial en éthique
service-canada | Service Canada | Service Canada | ServCan / ServCan
sirc-csars | Security Intelligence Review Committee | Comité de surveillance des activités de renseignement de sécurité | SIRC / CSARS
snsicp-scpssnr | Secretariat of the National Security and Intelligence Committee of Parliamentarians | Secrétariat du Comité des parlementaires sur la sécurité nationale et le renseignement | NSICOP / CPSNR | National Security and Intelligence Committee of Parliamentarians | Comité des parlementaires sur la sécurité nationale et le renseignement
sst-tss | Social Security Tribunal of Canada | Tribunal de la sécurité sociale du Canada | SST / TSS | Social Security Tribunal | Tribunal de la sécurité sociale
tatc-tatc | Transportation Appeal Tribunal of Canada | Tribunal d'appel des transports du Canada | TATC / TATC
tb-ct | Treasury Board | Conseil du Trésor | TB / CT | Treasury Board of Canada | Conseil du Trésor du Canada
tcc-cci | Tax Court of Canada | Cour canadienne de l'impôt | TCC / CCI
tf | Telefilm Canada | Téléfilm Canada | - | Canadian Film Development Corporation | Société de développement de l'industrie cinématographique canadienne
tmc | Trans Mountain Corporation | Trans Mountain Corporation | TMC | Corporation Trans Mountain
tpa-apt | Toronto Port Authority | Administration portuaire de Toronto | TPA / APT | PortsToronto
vfpa-apvf | Vancouver Fraser Port Authority | Administration portuaire Vancouver Fraser | VFPA / APVF | Administration portuaire de Vancouver-Fraser | Port Metro Vancouver | Port of Vancouver | Port de Vancouver
viarail | VIA Rail Canada Inc. | VIA Rail Canada Inc. | VIA | VIA Rail Canada | VIA Rail
wdba-apwd | Windsor-Detroit Bridge Authority | Autorité du pont Windsor-Détroit | WDBA / APWD
yesab-oeesy | Yukon Environmental and Socio-economic Assessment Board | Office d'évaluation environnementale et socioéconomique du Yukon | YESAB / OEESY | Office d'évaluation environnementale et socio-économique du Yukon
`;

export const FEDERAL_BODIES = readBodies(TABLE);
