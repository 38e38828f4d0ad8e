"""Surnames that are common in the Netherlands and Flanders and are in a dictionary too, of all origins.

Written for this project from general knowledge. Other names are recognized because they are in no dictionary.
"""

from .word_sets import word_set

#: Alone: 'Bakker heeft', 'Volgende, Smit.'
_BARE = word_set(
    """
    aarts abbas abdi abdullah adams adriaans aerts ahmed akkerman ali alkemade appel appelman arends arslan
    aydin baars bakker barends bartels barth bastiaans beekman beemster bekker benali berends bergman bergsma
    bernards beukers bijlsma blaauw blank blok blokland blom boer boersma boon bos bosch bosma bosman bouma
    bouman bouwman brand brands brandsma brink broeders broek broekman brouwer brouwers bruins bruinsma buijs
    buis burger buurman carlier celik ceulemans chen christiaans claassen claes claessens claus coenen coppens
    cornelissen cox cremers daalder dam damen dams daniels dekker dekkers demir derks diepen dijk dijkman
    dijkstra dirks dirkx doornbos douma driessen duijn duin eggink eikelboom elzinga engel engels evers faber
    feenstra fontein franken frans fransen franssen geerts gerards gerrits gerritsen goedhart goossens gouda
    groen groenewoud groot haan haas hagen hamer harms hartman hassan heemskerk heijnen hendriks hendrikx
    hermans hessels heuvel hoek hoekman hoekstra hofman hofstra holtrop hoogendoorn hoogland horst houtman
    hoving huijbregts huijsmans huisman hulst hussein ibrahim jacobs jager jans jansen jansma janssen janssens
    jonker jonkman joosten kamps kaptein karels kaya keijzer keizer kersten keuning khan klaassen klaver kleijn
    klein klinkhamer klomp knol kok koks koopman koopmans koops koster kraai kramer krijger krol kruger kruijf
    kuijpers kuiper kuipers kumar kwakkel lambrechts lammers langeveld leenders leeuw lemmens linders linssen
    lucassen maas maes martens mathijssen meijer meijers mertens meulenaar michiels michielsen middelkoop
    moerman mohamed molenaar monster mooij mulder mulders muller naber nagel nauta nguyen nieuwenhuis nijland
    nijs noordhoek nooteboom okafor olijslager ooms oosterhof otten otter ouwehand ozturk pauw pauwels peeters
    pels peters petersen pieters pieterse pietersen ploeg poelman pool popma poppe postma potter pranger prins
    prinsen pronk ramdin reinders reuvers rijken ritsema roelofs romeijn roos roosendaal rosier rutgers rutten
    sahin sanders schaap schepers scherpenzeel schilder schipper schippers scholten scholtens schouten schreuder
    schreurs schrijver schut sikkema simons singh slager slot smeets smid smit smits smulders snijder snijders
    spaans spruit steenbergen sterk sterrenburg stevens stoker stolk straatman swart swinkels terpstra tesfaye
    teunissen theunissen thijssen thomassen tichelaar tiemens timmer timmerman timmermans tromp tuinman veen
    veenstra veldhuis veldkamp veldman verbeek verboom verbruggen verburg verhaegen verhagen verhoef verhoeven
    verkerk verlinden vermeer vermeij vermeulen verschuren verstappen verweij vink visscher visser vissers
    vlaming vliet vogel vogels vonk vos vries vroom wagemans wagenaar walraven wassenaar weber weijers welling
    wessels westerveld wever wiersma wijnen willems willemsen wit witte wolf wolters wouters yildirim yildiz
    yilmaz zanting zeeman zijlstra zwart zwiers özturk
    """
)
#: Behind 'de', 'van' and the like: 'De Jong heeft', 'Van den Berg was'.
_BEHIND = word_set(
    """
    aken akker baan beek beer berg berge bergh bie boer boom boon bos bosch brand bree broek brug bruijn bruin
    bulk burg cate dam dijck dijk dongen donk doorn driel duijn duin eerden eijk elst ende es gelder gogh goor
    graaf graaff groot groote gucht haan haar haas ham hartog have heer heide heijden hengel heuvel hoek hoeven
    hof hoff hooff hoogen horst hout houten hul hulst jager jong jonge jongh kamp kant keizer kemp ket klein
    klerk kok koning kooij kort kraker kroon kuijper laan laar lange leeuw leeuwen linden loo looij loon lugt
    maat man meer meij meulen mol moor munck nijs noort oever oord oosten ouden oudsten pas ploeg poel pol prins
    putten raad raaf ridder rijk rijn roo rooij roon rosa ruijter ruiter sande schans silva sluis smet smit snoo
    souza spek staaij steen stoep straten swart veen veer veld velde velden ven verre vet vliet voort vos vries
    waal waard wal water weerd weert weide werf wiel wijk wijngaard wilde winkel winter wit witte wolf wouden
    zand zanden zwaan zwart
    """
)


def is_surname(word: str, *, behind_a_prefix: bool = False) -> bool:
    """Return whether a single word is one of them, as it is said: 'Bakker', and 'jong' behind 'de'."""
    return word.lower() in (_BEHIND if behind_a_prefix else _BARE)
