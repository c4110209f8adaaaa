/**
 * Universities, colleges and institutes that hold research grants, under their own names, translations and
 * former names.
 */
import {readBodies} from './body_table.ts';

const TABLE = `
acadia | Acadia University | Université Acadia | -
algoma | Algoma University | Université Algoma | - | Algoma University College
athabasca | Athabasca University | Université d'Athabasca | - | Université Athabasca
auarts | Alberta University of the Arts | Université des arts de l'Alberta | AUArts | Alberta College of Art and Design | Alberta College of Art + Design
bcit | British Columbia Institute of Technology | Institut de technologie de la Colombie-Britannique | BCIT
bishops | Bishop's University | Université Bishop's | - | Université Bishop
boreal | Collège Boréal | Collège Boréal | -
brandon | Brandon University | Université de Brandon | -
brescia | Brescia University College | Collège universitaire Brescia | -
brock | Brock University | Université Brock | -
camosun | Camosun College | Collège Camosun | -
campion | Campion College | Collège Campion | -
cape-breton | Cape Breton University | Université du Cap-Breton | CBU | University College of Cape Breton
capilano | Capilano University | Université Capilano | - | Capilano College
carleton | Carleton University | Université Carleton | -
centennial | Centennial College | Collège Centennial | - | Centennial College of Applied Arts and Technology
concordia | Concordia University | Université Concordia | -
concordia-edmonton | Concordia University of Edmonton | Université Concordia d'Edmonton | CUE | Concordia University College of Alberta
conestoga | Conestoga College Institute of Technology and Advanced Learning | Collège Conestoga | - | Conestoga College
dalhousie | Dalhousie University | Université Dalhousie | Dal | Nova Scotia Agricultural College | Technical University of Nova Scotia
dawson | Dawson College | Collège Dawson | -
dominican | Dominican University College | Collège universitaire dominicain | CUD | Dominican College of Philosophy and Theology | Collège dominicain de philosophie et de théologie
ecuad | Emily Carr University of Art and Design | Université d'art et de design Emily-Carr | ECUAD | Emily Carr University of Art + Design | Emily Carr Institute of Art and Design
enap | École nationale d'administration publique | École nationale d'administration publique | ENAP | National School of Public Administration
ets | École de technologie supérieure | École de technologie supérieure | ETS
fnuniv | First Nations University of Canada | Université des Premières Nations du Canada | FNUniv | Saskatchewan Indian Federated College
george-brown | George Brown College | Collège George Brown | GBC | George Brown Polytechnic
georgian | Georgian College | Collège Georgian | - | Georgian College of Applied Arts and Technology
guelph | University of Guelph | Université de Guelph | -
hearst | Université de Hearst | Université de Hearst | - | University of Hearst
hec | HEC Montréal | HEC Montréal | HEC | École des hautes études commerciales | École des Hautes Études Commerciales de Montréal
humber | Humber Polytechnic | Collège Humber | - | Humber College | Humber College Institute of Technology and Advanced Learning | Humber College of Applied Arts and Technology
huron | Huron University | Université Huron | - | Huron University College | Collège universitaire Huron
inrs | Institut national de la recherche scientifique | Institut national de la recherche scientifique | INRS | National Institute of Scientific Research
john-abbott | John Abbott College | Collège John Abbott | -
kings-edmonton | The King's University | The King's University | - | The King's University College
kings-halifax | University of King's College | University of King's College | -
kings-western | King's University College | Collège universitaire King's | - | King's University College, ON | King's University College at Western University
kpu | Kwantlen Polytechnic University | Université polytechnique Kwantlen | KPU | Kwantlen University College
lakehead | Lakehead University | Université Lakehead | -
langara | Langara College | Collège Langara | -
laurentian | Laurentian University | Université Laurentienne | - | Laurentian University of Sudbury | Université Laurentienne de Sudbury
laval | Université Laval | Université Laval | ULaval | Laval University
lethbridge | University of Lethbridge | Université de Lethbridge | ULeth | The University of Lethbridge
luther | Luther College | Collège Luther | -
macewan | MacEwan University | Université MacEwan | - | Grant MacEwan University | Grant MacEwan College | Grant MacEwan Community College
manitoba | University of Manitoba | Université du Manitoba | UManitoba
mcgill | McGill University | Université McGill | - | The Royal Institution for the Advancement of Learning/McGill University
mcmaster | McMaster University | Université McMaster | -
moncton | Université de Moncton | Université de Moncton | UMoncton | University of Moncton
mount-allison | Mount Allison University | Université Mount Allison | MtA
mount-royal | Mount Royal University | Université Mount Royal | MRU | Mount Royal College
msvu | Mount Saint Vincent University | Université Mount Saint Vincent | MSVU
mun | Memorial University of Newfoundland | Université Memorial de Terre-Neuve | MUN | Memorial University | Université Memorial | Memorial University of Newfoundland and Labrador
nait | Northern Alberta Institute of Technology | Northern Alberta Institute of Technology | NAIT
nipissing | Nipissing University | Université Nipissing | -
nscad | NSCAD University | Université NSCAD | NSCAD | Nova Scotia College of Art and Design University | Nova Scotia College of Art and Design
nscc | Nova Scotia Community College | Collège communautaire de la Nouvelle-Écosse | NSCC
ocad | OCAD University | Université de l'ÉADO | OCAD, OCADU, OCAD U / ÉADO | Ontario College of Art and Design University | Ontario College of Art and Design | Ontario College of Art & Design | Université de l'École d'art et de design de l'Ontario
okanagan | Okanagan College | Collège Okanagan | -
ontario-tech | Ontario Tech University | Université Ontario Tech | UOIT / UOIT | University of Ontario Institute of Technology | Institut universitaire de technologie de l'Ontario
ottawa | University of Ottawa | Université d'Ottawa | uOttawa / uOttawa
pims | Pontifical Institute of Mediaeval Studies | Institut pontifical d'études médiévales | PIMS | Pontifical Inst. for Mediaeval Studies | Pontifical Institute for Mediaeval Studies
polytechnique | Polytechnique Montréal | Polytechnique Montréal | - | École Polytechnique de Montréal | École Polytechnique
queens | Queen's University | Université Queen's | - | Queen's University at Kingston
red-deer | Red Deer Polytechnic | Red Deer Polytechnic | RDP | Red Deer College
redeemer | Redeemer University | Université Redeemer | - | Redeemer University College
regina | University of Regina | Université de Regina | URegina | The University of Regina
rmc | Royal Military College of Canada | Collège militaire royal du Canada | RMC, RMCC / CMR, CMRC
royal-roads | Royal Roads University | Université Royal Roads | RRU
saint-boniface | Université de Saint-Boniface | Université de Saint-Boniface | USB | Collège universitaire de Saint-Boniface | University of Saint Boniface
saint-marys | Saint Mary's University | Université Saint Mary's | SMU
saint-paul | Saint Paul University | Université Saint-Paul | -
sainte-anne | Université Sainte-Anne | Université Sainte-Anne | -
sait | Southern Alberta Institute of Technology | Southern Alberta Institute of Technology | SAIT | SAIT Polytechnic
sask-polytech | Saskatchewan Polytechnic | Saskatchewan Polytechnic | SIAST | Saskatchewan Institute of Applied Science and Technology
seneca | Seneca Polytechnic | Collège Seneca | - | Seneca College | Seneca College of Applied Arts and Technology | Seneca College for Applied Arts and Technology
sfu | Simon Fraser University | Université Simon Fraser | SFU
sherbrooke | Université de Sherbrooke | Université de Sherbrooke | UdeS | University of Sherbrooke
sheridan | Sheridan College | Collège Sheridan | - | Sheridan College Institute of Technology and Advanced Learning | Sheridan Institute of Technology and Advanced Learning
st-francis-xavier | St. Francis Xavier University | Université St. Francis Xavier | StFX | Saint Francis Xavier University | Université Saint-Francis-Xavier
st-jeromes | St. Jerome's University | Université St. Jerome's | - | Saint Jerome's University
st-michaels | University of St. Michael's College | University of St. Michael's College | USMC
st-thomas | St. Thomas University | Université St. Thomas | STU | Saint Thomas University
st-thomas-more | St. Thomas More College | Collège St. Thomas More | STM
sudbury | University of Sudbury | Université de Sudbury | -
teluq | Université TÉLUQ | Université TÉLUQ | TÉLUQ | Télé-université
tmu | Toronto Metropolitan University | Université métropolitaine de Toronto | TMU | Ryerson University | Université Ryerson | Ryerson Polytechnic University
toronto | University of Toronto | Université de Toronto | UofT, U of T, UToronto
trent | Trent University | Université Trent | -
trinity-college | University of Trinity College | University of Trinity College | - | Trinity College, Toronto
trinity-western | Trinity Western University | Université Trinity Western | TWU
triumf | TRIUMF | TRIUMF | TRIUMF
tru | Thompson Rivers University | Université Thompson Rivers | TRU | University College of the Cariboo
ualberta | University of Alberta | Université de l'Alberta | UAlberta, U of A | University of Alberta, Augustana | Augustana University College | Université d'Alberta
ubc | University of British Columbia | Université de la Colombie-Britannique | UBC / UCB | The University of British Columbia
ucalgary | University of Calgary | Université de Calgary | UCalgary | The University of Calgary
udem | Université de Montréal | Université de Montréal | UdeM | University of Montreal
ufv | University of the Fraser Valley | Université de la vallée du Fraser | UFV | University College of the Fraser Valley
uhn | University Health Network | Réseau universitaire de santé | UHN
unb | University of New Brunswick | Université du Nouveau-Brunswick | UNB
unbc | University of Northern British Columbia | Université du Nord de la Colombie-Britannique | UNBC
upei | University of Prince Edward Island | Université de l'Île-du-Prince-Édouard | UPEI
uqac | Université du Québec à Chicoutimi | Université du Québec à Chicoutimi | UQAC | University of Quebec at Chicoutimi
uqam | Université du Québec à Montréal | Université du Québec à Montréal | UQAM | University of Quebec at Montreal | University of Quebec in Montreal
uqar | Université du Québec à Rimouski | Université du Québec à Rimouski | UQAR | University of Quebec at Rimouski
uqat | Université du Québec en Abitibi-Témiscamingue | Université du Québec en Abitibi-Témiscamingue | UQAT | Univ. du Québec en Abitibi-Témiscamingue
uqo | Université du Québec en Outaouais | Université du Québec en Outaouais | UQO, UQAH | Université du Québec à Hull
uqtr | Université du Québec à Trois-Rivières | Université du Québec à Trois-Rivières | UQTR | University of Quebec at Trois-Rivières
usask | University of Saskatchewan | Université de la Saskatchewan | USask, U of S
uvic | University of Victoria | Université de Victoria | UVic
uwaterloo | University of Waterloo | Université de Waterloo | UWaterloo
uwindsor | University of Windsor | Université de Windsor | UWindsor
uwinnipeg | University of Winnipeg | Université de Winnipeg | UWinnipeg | The University of Winnipeg
vanier | Vanier College | Collège Vanier | -
victoria-toronto | Victoria University | Université Victoria | - | Victoria University, Toronto | Victoria University in the University of Toronto
viu | Vancouver Island University | Université de l'île de Vancouver | VIU | Malaspina University-College | Malaspina University College
western | Western University | Université Western | UWO | University of Western Ontario | The University of Western Ontario | Université Western Ontario
wlu | Wilfrid Laurier University | Université Wilfrid-Laurier | WLU | Université Wilfrid Laurier
wycliffe | Wycliffe College | Collège Wycliffe | -
york | York University | Université York | YorkU
yukon | Yukon University | Université du Yukon | YukonU | Yukon College
`;

export const RESEARCH_BODIES = readBodies(TABLE);
