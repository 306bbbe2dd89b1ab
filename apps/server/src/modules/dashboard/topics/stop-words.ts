/** Words without meaning of their own, folded: lower case, without accents. */
import { ara, deu, eng, fra, ita, jpn, nld, pol, por, spa, tur, zho } from 'stopword'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { foldText } from '#server/platform/fold-text.ts'

const lists: Readonly<Record<VisitorLanguage, string>> = {
  en: `the and for are but not you all any can had has have her him his how its may our out she they was were who why will with
    this that these those there here then than from into onto over under very much more most some such only own same too also just
    although however nevertheless therefore been being did does doing done don dont doesnt didnt isnt wasnt arent cant wont would could should about after again before below
    because between both during each few further off once other through until while what when where which your yours please thank thanks
    get got one two see still really quite bit lot like make made way them their`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber auch auf aus bei bin bis bist dann dass damit dazu denn
    dir doch dort durch euch euer fur gegen hab habe haben hat hatte hier hinter ich ihm ihn ihr ihre ihren immer ins ist jede jeder jedes
    jetzt kann kein keine keinen konnen konnte mal man mehr mein meine mich mir mit muss nach nicht nichts noch nun nur ohne schon sehr
    sein seine seit sich sie sind soll sollte uber und uns unser unter vom von vor war waren was weil wenn wer werden wie wieder wir wird
    wurde zum zur zwar zwischen bitte danke ganz gar etwas alle alles als also bereits beim eigentlich einfach leider sogar viel viele wo`,
  fr: `les des une est pas que qui dans pour sur avec plus par sont nous vous ils elle elles mais cette ces son ses ont ete etre avoir
    aussi bien tout tous toute comme sans tres fait faire peu leur leurs donc car encore deja ici depuis merci alors aux avait etait quand
    meme trop chez entre sous il y cependant pourtant toujours jamais rien`,
  es: `los las una unos unas del que con por para sin sobre este esta estos estas ese esa son fue ser estar hay muy mas pero como cuando
    donde todo toda todos todas tambien nos les sus mis porque desde hasta entre cada otro otra aqui ahora siempre gracias bien han ha era
    solo ya no si`,
  it: `gli una uno del della dei delle dello che con per non sono sul sulla nel nella piu come questo questa questi queste anche molto ma
    era stato stata essere avere hanno abbiamo tutto tutti tutte quando dove sempre ancora solo qui grazie bene dal dalla alle agli senza
    ogni loro suo sua`,
  pt: `uma umas uns dos das que com por para sem sobre este esta estes estas esse essa sao foi ser estar muito mais mas como quando onde
    tudo todo toda todos todas tambem nos seu sua seus suas porque desde ate entre cada outro outra aqui agora sempre obrigado obrigada bem
    nao sim pela pelo tem`,
  nl: `het een van voor met aan bij naar niet maar ook nog wel als dan dat dit die deze zijn was waren wordt worden heeft hebben had kan
    kunnen moet moeten zou zouden geen veel meer zeer erg hier daar waar wat wie hoe alle alles altijd weer over onder door uit mijn jullie
    onze ons bedankt graag er en of op te`,
  pl: `nie jest sie tak ale oraz lub dla przy przez bez pod nad ten ta te tego tej tych tym jak gdy gdzie kiedy bardzo tylko juz jeszcze
    moze mozna byc byl byla bylo sa ma mam mamy jego jej ich nas nam was wam wszystko zawsze znowu prosze dziekuje tutaj tam co kto od do
    na po za`,
  tr: `bir ve ile icin ama cok daha bu su o da de mi ne var yok gibi kadar sonra once her hic ben sen biz siz onlar benim bizim
    olan olarak oldu olsun degil sadece cunku ancak hala yine tum butun lutfen tesekkurler burada orada`,
  ar: `في من على الى إلى عن مع هذا هذه ذلك تلك التي الذي كان كانت هو هي هم لا ما لم لن قد كل بعد قبل عند غير جدا ايضا أيضا شكرا هنا هناك`,
  zh: `我们 你们 他们 这个 那个 这里 那里 没有 非常 可以 已经 因为 所以 但是 还是 就是 一个 什么 怎么 不是 谢谢 请问 有点 一直 现在 时候`,
  ja: `です ます した して いる ある ない この その あの ここ そこ から まで ので のに けど でも とても すこし 少し もう まだ ください ありがとう
    ござい ました ません こと もの ため よう`,
}

const split = (list: string): string[] => list.split(/\s+/)

const published: Readonly<Record<VisitorLanguage, readonly string[]>> = {
  ...{ en: eng, de: deu, fr: fra, es: spa, it: ita, pt: por },
  ...{ nl: nld, pl: pol, tr: tur, ar: ara, zh: zho, ja: jpn },
}

/** Words that the lists have, though they say something about a place: bin, hot. */
const meaningful: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(['bin']),
  ar: new Set(['حار']),
}

/** Of all languages: visitors also write in another language than the page's. */
const everywhere = new Set(Object.values(lists).flatMap(split))

/** Of one language only, since a long list has words that mean something in another. */
const byLanguage = new Map(
  Object.entries(published).map(([language, words]) => [language, new Set(words.map(foldText))]),
)

export const isStopWord = (folded: string, language: string): boolean =>
  !meaningful[language]?.has(folded) &&
  (everywhere.has(folded) || byLanguage.get(language)?.has(folded) === true)
