/** Titles of tasks that a rating without issues created, in each language. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

/** worst to best */
const words: Readonly<Record<VisitorLanguage, readonly string[]>> = {
  en: ['Rated very poor', 'Rated poor', 'Rated okay', 'Rated good', 'Rated very good'],
  de: [
    'Sehr schlecht bewertet',
    'Schlecht bewertet',
    'Mittelmäßig bewertet',
    'Gut bewertet',
    'Sehr gut bewertet',
  ],
  fr: ['Avis très mauvais', 'Avis mauvais', 'Avis moyen', 'Avis bon', 'Avis très bon'],
  es: [
    'Valoración muy mala',
    'Valoración mala',
    'Valoración regular',
    'Valoración buena',
    'Valoración muy buena',
  ],
  it: [
    'Valutazione pessima',
    'Valutazione scarsa',
    'Valutazione discreta',
    'Valutazione buona',
    'Valutazione ottima',
  ],
  pt: ['Avaliação muito má', 'Avaliação má', 'Avaliação razoável', 'Avaliação boa', 'Avaliação muito boa'],
  nl: [
    'Zeer slecht beoordeeld',
    'Slecht beoordeeld',
    'Matig beoordeeld',
    'Goed beoordeeld',
    'Zeer goed beoordeeld',
  ],
  pl: ['Ocena: bardzo źle', 'Ocena: źle', 'Ocena: może być', 'Ocena: dobrze', 'Ocena: bardzo dobrze'],
  tr: [
    'Değerlendirme: çok kötü',
    'Değerlendirme: kötü',
    'Değerlendirme: idare eder',
    'Değerlendirme: iyi',
    'Değerlendirme: çok iyi',
  ],
  ar: ['التقييم: سيئ جدًا', 'التقييم: سيئ', 'التقييم: مقبول', 'التقييم: جيد', 'التقييم: جيد جدًا'],
  zh: ['评价：很差', '评价：差', '评价：一般', '评价：好', '评价：很好'],
  ja: ['評価：とても悪い', '評価：悪い', '評価：ふつう', '評価：良い', '評価：とても良い'],
}

/** Longest first: in some languages "very poor" starts with the words for "poor". */
const begins = Object.values(words)
  .flatMap((said) => said.map((text, index) => ({ text, rating: index + 1 })))
  .sort((one, other) => other.text.length - one.text.length)

/** @param rating 1 to 5; undefined for any other value */
export const wordsOfRating = (rating: number, language: VisitorLanguage): string | undefined =>
  words[language][rating - 1]

/** The rating that a title starts with, in any language. */
export const ratingOfTitle = (title: string): number | undefined =>
  begins.find(({ text }) => title.startsWith(text))?.rating
