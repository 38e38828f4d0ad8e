"""First names that are common in the Netherlands and Flanders, of clients of all ages and origins.

Written for this project from general knowledge, and completed with the Dutch and Belgian lists of Faker (MIT licence).
It only has to have names that are in a Dutch dictionary too: other names are recognized because they are not in it.
"""

from .word_sets import word_set

_NAMES = word_set(
    """
    aafke aagje aaliyah aaltje aaron aart aartje abel abraham ada adam adri adriaan adriana adrie afra agaath agatha
    agnes aiden aimée albert alberta albertus alex alexander alfons alice alicia alida alie alina allard alyssa
    amalia amber amelia amelie amy amélie angelina anja anke ankie anna annabel anne anneke annelies annemarie
    annemiek annemijn annet annette annie anouk ans anthonie antoinette anton antonia antoon ap arend ariaan arie
    arjan arjen arno arnold aron arthur ashley astrid aukje axel aya ayden babette bart bartel bas bastiaan bauke
    beatrijs beatrix beau ben benjamin bennie bente benthe bep berend bernadette bernard bert berta berthe bertus
    bets betsie betsy betty bianca bibi bjorn bo boaz bob bonnie boris boudewijn bradley bram brecht brenda brent
    brian brigitte britt bruno bryan carlijn cas casper catharina cato cees celine ceylin charles charlotte chloé
    chloë chris christa christel christiaan christien christina christine claire clara claudia coba cobie coen
    colette colin collin connie conny cor corine corinne corneel cornelia cornelis corrie corry crispijn daan dana
    dani daniel danielle danique daniël daniëlle danny daphne dave david dean debbie demi denise dennis desiree dex
    diana dianne dick diede diederik dik dina dineke dinie dion dirk dirkje dolf dominique donald doortje dora
    dorien doris dorothea douwe driek driekus dries duco duuk dylan dylano ecrin ed eddie eddy edith edwin eef eefje
    eelco egbert elena eleonora elfriede elias elien elin elina eline elisa elisabeth elise eliza elizabeth elize
    elke ella ellen elly els elsa elsbeth else elske emiel emilie emily emma emmy engel erica erik ernst esila esmee
    esmeralda esmée ester esther eugenie eva evelien evelyn evert evi evie evy faas fabian fabiënne fanny fay faye
    fedde feline felix fem femke fenna fenne fieke fien fiene finn fleur flip floor floortje flora florence florian
    floris fokke folkert fons franciscus frank franka frans françois fred freddie frederik frederique freek frida
    friso frits froukje féline geert geertje geertruida gerald geraldine gerard gerarda gerben gerbrand gerda
    gerdien gerlof germaine gerrie gerrit gerry gert gertjan gertrude giel gijs gijsbert gilbert gina godelieve
    godfried greet greetje greta gretha grietje guido gus gustaaf guus guusje gwen hailey hanna hannah hanne hanneke
    hannes hannie hans harald harm harmen harrie harry hedwig hein heleen helena helga hella hendrik hendrika
    hendrikje hendrikus henk hennie henny henri henriette henrik herbert herman hermien hermina hessel hetty hidde
    hilda hilde hilleke hiske hubert hugo huib huub ian ida iet ietje ilona ilse imke imre ina inaya indy ine ineke
    inge ingeborg ingrid irene iris irma isa isabel isabella isabelle ise isis ivo ivy ize jaap jaapje jacco jack
    jacob jacoba jacobus jacqueline jacques jade jake james jamie jan jana janine janna janne janneke jannes
    jannetje jannie jantien jantje janus jari jarno jasmijn jason jasper jay jayda jayden jaylinn jayson jeanette
    jeanne jeannette jef jelle jelte jenna jenneke jennifer jenny jens jente jeroen jerry jesper jesse jessica jet
    jetje jetske jette jill jim jimmy jinthe jip jo joan joanna job jochem joep joeri joey johan johanna johannes
    john johnny joke jolanda jolie jolien jolijn jonas jonathan joop joost jop jordy jorien joris jorn jort jos jose
    josefien josephine joshua josé joy joyce jozef jozefien joël joëlle judith jules julia julian juliana julie
    juliette julius jurgen jurre jurriaan justin juul kaatje kai kaj karel karen karin karlijn karolien kate katja
    katrien katrijn kay kaylee kayleigh keano kees keesje kelly ken kevin kian kick kiki kim kirsten klaartje klaas
    klara klaske koen koenraad koos kors krijn kris krista kristel kristien kyan kyano kyara kyra lana lara lars
    laura lauren laurens leah leen leendert leentje lena lenie lenn lennart lenny leo leon leonie leonoor leontien
    levi lex liam lian lianne lieke lies liesbeth lieselot liesje lieve lieven lili lilian lily lina linda linde
    lindsey linn lisa lisanne lise liselotte lisette liv livia liz liza lize lizz lizzy lodewijk loek loes loesje
    lois lola lonneke lorenzo lot lotte louis louisa louise lowie loïs luc lucas lucia lucie lucien lucy ludo luka
    luke luna luuk luus lydia lynn maaike maarten maartje maas mabel machteld madeleine madelief mads maike maja
    malou manon mara marc marcel marcella marco mare margaretha margje margot margreet margriet maria marianne marie
    marieke marielle marije marijke marijn mariken marina marinus mario marion mariska marit mariëlle marja marjan
    marjolein marjolijn mark markus marleen marlies marloes marlon marnix mart marta marten martha martien martijn
    martin martina martine mason mathieu mathijs mathilde mats matthias matthijs maud maurice maurits maus max maxim
    maya mees megan meike meindert melanie melissa melle menno merel merijn merle meta mette mia micha michael
    michaël michel michelle michiel mick mieke mien miep mies mijke mika mike mila milan milo milou mina minke
    minnie mira miranda mirjam mirre mirte mirthe mitchell monica moniek monique morris muriel myrthe nadia nadine
    naomi natalie natasja nathan naud neeltje nel nelleke nellie nelly nick nico nicole nicolette niek niels nienke
    nikki nina ninthe nisa noa noah noor noortje nora norah norbert noud nout nova noëlle nynke odette olaf olga
    olivia olivier onno oscar otto owen pascal patricia patrick paul paula pauline peer pepijn peter petra phileine
    philip philippe pia pien piet pieter pieternel pieternella pietje pim pippa pleun priscilla puck puk quincy
    quinn quinten quinty rachel raf ralf ralph ramon raoul rayan raymond reinier reinoud reinout rembrandt remco
    renee rens renske rené resi ria rianne richard rick riek riekje riet rik rika riley rina rinus rita ritchie roan
    rob robbert robbie robert robin roderik roel roelof roland rolf roman romeo romy ron ronald roos roosje rosa
    rosalie rosanne rosemarie rosie rowan ruben rudi rudolf ruth ruud ruurd ryan saar sam samantha sami samuel
    sander sandra sanne sara sarah sarina saskia sebastiaan selena selina sem senn senna sep sepp serge seth shanna
    sharon sheila sib siebe siem sien sienna sientje sietske sil silke silvia simon simone sjaak sjaan sjef sjoerd
    sjon sjors sofie sonja sophia sophie stan stef stefan stefanie steffie stella sten stephan sterre steven stien
    stijn susan susanna suus suzan suzanne suze sven sybren sylvia sylvie sytske tamara tanja tara ted tess tessa
    teun teunis teuntje thea theo theodoor theodora therese theresia thijmen thijn thijs thirza thom thomas tibor
    ties tijmen tijn tijs tim timo tineke tinus tirza titia tobias tom tommy ton tonia tonnie tonny toon toos trees
    trijntje tristan trudie trudy truus twan tycho tygo tyler ulrike ursula vajèn valentijn valerie vanessa veerle
    vera veronique victor victoria vigo viktor vince vincent viola vivian vivianne wanda ward warre wendy wesley
    wessel wiebe wietske wijnand wil wilfried wilhelmina wilhelmus willem willemien willemijn willy wilma wim wina
    winnie winston wolter wout wouter wubbo xander xavi xavier yael yannick yfke yinthe yoeri yolanda yvette yvonne
    zita zoe zoey zoë
    """
) | word_set(
    """
    aadil abbas abdel abdelkader abdellah abdi abdirahman abdul abdullah abebe achmed adem adil adnan afshin
    agnieszka ahmad ahmed ahmet aicha aisha alejandro aleksandra ali alicja aliya altan amadou amal amin amina
    aminata amir amira anil anish anita anjali ashok asli asmae asya atilla ayaan ayan ayla aylin ayoub ayse ayşe
    aziz aziza azra aïcha bahar bao barbara bartosz beata berat berkan bilal blessing bogdan burak can carlos carmen
    cem chantal chao chen chi chidi cindy cristina dalia damian daria dariusz defne deniz devika dewi dilan dilara
    dimitri djamil djamila dorota driss duygu edgar edson elif elvira emeka emine emir emre enes enzo ercan erdem
    eren erkan esra fadi fadma fahad faisal farah fares farid farida fatih fatiha fatima fatma fatou fatoumata
    fatuma fei feng ferhat fernando filip filiz francisco gabriela gerson ghita giorgio giovanni giulia giuseppe
    grace grażyna grzegorz guang gülay gülsen habiba hafid hafida haile hakan halil halima hamid hamza hanan hanane
    hasan hassan hatice hicham hind hong houda huda hui huseyin hussein hülya hüseyin ibrahim idris ikram ilham
    ilhan ilias ilyas iman imane imran indra ines ioana ionela irina isaac ismael ismail ivan iwona jadwiga jamal
    jamila javier jelena jerzy jesús jiao jin jing jorge joão juan jun kaan kadir kamal kamila kamran karim karima
    katarzyna kebede kemal kerem khadija khadra khalid kiran kofi krzysztof kumar kwame kylian laila lakshmi lamia
    latifa layla lei leila li liang lin ling liu loubna luca luigi luis lukas maciej magdalena mahamed mahmoud
    mahmut malik malika mamadou manisha manju manuel maral marek mariam maricela mariusz marwa marwan maryam mateo
    mateusz małgorzata mehdi mehmet mei melek meltem mert meryem michał miguel mihai min ming miriam mo moana
    mohamed mohammad mohammed mohamud mojca monika moses mounir mourad mubarak muhammad muhammed murat mustafa
    myriam nabil nabila nadir naima najat najib nasim nasr natalia nawal nazan naïma nikola nilüfer niran nour noura
    nur nuray nurcan oksana oleksandr olena omar omer orhan osman othman oumaima ousmane paolo pavel paweł pedro
    pepe petar ping piotr pradeep precious priya rachid rachida radha rafael rafał rahma rahul raj rajesh ramazan
    rana rania rashid raul ravi reyhan reza ricardo rifat rikesh robel rojda romano roxana rui rukiye saad sabah
    sabina sabri sahra said saida saliha salim salma samar samir samira sana sandeep sanjay santiago sarita savita
    saïd sebastian selam selim selin selma semra serdar serkan sevda sevgi shanti sheng shreya sibel siham sinan
    sita slavica sofia soraya souad soufian soufiane stanislaw stanisław sultan sumaya sunita suresh svetlana swati
    tarek tarik tariq tatjana tayfun tekle teresa thanh thi thu tigist tomasz tuan tuba tülay ugur usha vijay
    viktoria wahid waleed warsha wei wiesława witold wojciech xiao xin yahya yamina yan yang yara yasemin yasin
    yasir yasmin yasmina yasmine yassin yassine yi ying yohannes yonas yosef younes youness yousef youssef yu yuliya
    yun yunus yusuf zahra zainab zakaria zara zehra zeinab zeki zeynep zhang zofia zohra zuhal zülfü ömer özge özlem
    ümit łukasz
    """
)
#: Those that are ordinary words.
WORDS_TOO = word_set(
    """adem adam abel alma amber angel arend aura beer blessing chan charlotte does elke engel faas fien florence floor
    flora fleur frank grace hong iman indy iris jade jasmijn june kick koos lana lang leen lente lies lieve linde ling
    luna maas madelief mare margriet marina mark maxim mees merel merle minnie mira noor nova olaf pepe ping pleun
    precious puck rens riet robin roman roos rosa saar said sana sien sita sterre storm ties toon trees tuan viola
    violet wang ward yang ying zita august augustus victoria"""
)


def is_first_name(word: str) -> bool:
    """Return whether a single word is one of them, as it is said: 'Fatima', 'jan'."""
    return word.lower() in _NAMES
