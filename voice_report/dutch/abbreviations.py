"""Abbreviations of Dutch care reports: those written with a full stop, and acronyms, which have none.

All are in small letters and without the stop at their end: 'm.n', 'mdo'. Some are words too ('past', 'art', 'als').
"""

from .word_sets import word_set

#: Precede the word they belong to, and so never end a sentence of their own: 'dr. Bos', 'm.n. links'.
LEADING = word_set(
    """dr drs ing ir mr mrs prof mevr mej mw mvr dhr hr fam fa gebr ds past zr br vpk verpl pat nr nrs tel tst toest ca
    resp bijv bv vgl vlgs afd gem blz pag par hfdst fig opm p ong evt evtl bijl vs geb kl zgn zg zog incl excl
    a.d.h.v d.m.v d.w.z i.c.m i.o.m i.p.v i.v.m m.b.t m.b.v m.i.v m.n m.u.v n.a.v o.a o.b.v o.l.v o.v.v t.a.v t.b.v
    t.g.v t.h.v t.n.v t.o.v v.d
    ivm obv olv iom nav tbv tav tgv mbt dmv tov dwz th ph chr tj joh vit hep"""
)

#: End a sentence when one begins behind them: 'enz. Daarna', '5 ml. Ze'. Units are among them.
CLOSING = word_set(
    """enz etc dgl e.d o.i.d e.a e.v a.u.b s.v.p p.o p.r i.v i.m s.c s.l z.n z.g z.s.m n.v.t t.z.t v.v a.s j.l a.n p.d
    p.p o.g b.i.d t.i.d q.i.d p.m a.m dd dgs jl ll jr sr mg mcg ug gr kg ml cl dl ltr cc cm mm mmol ie iu eh tabl tab
    caps amp supp drup gtt inj st stks min max sec uur u d.s zn pct temp sat sats gew rr bd hf pols ah gluc freq gesl
    art lid jan feb mrt apr aug sept sep okt nov dec mnd mndn wk wkn dgn kwart str pln ln wg postb mob
    ma di wo do vr za abd act adv alg bep bez cat def dist dors dos fin gem ind int kath lat li lich loc lok med neg
    norm obs oef ontlast org part pat pers pol pos psych rad rapp re sec sit situ soc stat vnl voed"""
)

#: Acronyms of what is measured or scored: a figure behind one belongs to it.
MEASURES = word_set(
    """alat asat apgar aptt avpu bmi bnp bse crp egfr emv ews fev1 fio2 gcs gfr ggt hb hba1c hct hdl honos ht inr
    ldh ldl lvef mcv mews mmse moca nihss nrs paco2 pao2 phq psa rass snaq spo2 tsh vas vrs"""
)

#: Acronyms of Dutch care, in this order: conditions; devices and drugs; examinations and treatments; what is
#: agreed on resuscitation; people, places and meetings; ways of working and reporting; laws, payers and registers.
ACRONYMS = MEASURES | word_set(
    """acs adhd aids als ami ards asd bph chf ckd cmv copd covid crps cva cvi dka dvt ebv esbl ftd gad gerd hcv hiv hnp
    ibs lvb mci mrsa mssa nah nstemi ocd odd osas pah pds ptss rls rsi rsv sab sle soa stemi svt tbc tia uwi vre
    aed bipap cad cpap cvc cvk doac icd kcl lmwh niv noac nsaid peep peg pej picc pca ppi ssri tca tens tpn
    bls cabg cpr crt ctg dbs ecg eeg ekg emg ercp hsg ivf mri pci pcr pet scs tavi tep thp tkp tur turp
    dnar dnr nbr nkr npo ntbr ntr
    adl bhv boh ccu ehbo ggd ggz hap hbo ic icu jgz kdc kdv kno mbo mdl mdo mmt paaz pacu pg poh seh slp vvt zzp
    cbt cgt dbt dsm emdr hic icf mic mim nic noc sbar soep vac vim
    bopz cak ciz dbc ecd epd epi igj knmg nhg pgb rivm uwv wgbo wia wkkgz wlz wmo wvggz wzd zvw"""
)
