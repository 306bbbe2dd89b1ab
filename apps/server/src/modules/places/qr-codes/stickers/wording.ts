/** The line on a sticker in each visitor language: a question that fits the amenity's type, and a call to action. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

export interface StickerLine {
  question: string
  call: string
  /** The call only, for little room. */
  short: string
}

const lines: Record<VisitorLanguage, StickerLine> = {
  en: { question: 'How is it here?', call: 'Scan and tell us.', short: 'Scan and tell us.' },
  de: { question: 'Wie ist es hier?', call: 'Scannen und bewerten.', short: 'Jetzt bewerten.' },
  fr: {
    question: 'Comment est ce lieu\u00a0?',
    call: 'Scannez et dites-le-nous.',
    short: 'Scannez, dites-le.',
  },
  es: { question: '¿Cómo está este lugar?', call: 'Escanee y cuéntenos.', short: 'Escanee y opine.' },
  it: { question: 'Com’è questo posto?', call: 'Inquadra e faccelo sapere.', short: 'Inquadra e diccelo.' },
  pt: { question: 'Como está este espaço?', call: 'Leia o código e diga-nos.', short: 'Leia e diga-nos.' },
  nl: { question: 'Hoe is het hier?', call: 'Scan en laat het weten.', short: 'Scan en vertel het.' },
  pl: { question: 'Jak tu jest?', call: 'Zeskanuj i powiedz nam.', short: 'Zeskanuj i powiedz.' },
  tr: { question: 'Burası nasıl?', call: 'Tarayın ve bildirin.', short: 'Tarayın, bildirin.' },
  ar: { question: 'كيف هو هذا المكان؟', call: 'امسح الرمز وأخبرنا.', short: 'امسح وأخبرنا.' },
  zh: { question: '这里怎么样？', call: '扫码告诉我们。', short: '扫码告诉我们。' },
  ja: { question: 'ここはいかがですか？', call: 'スキャンしてお知らせください。', short: 'スキャンで回答。' },
}

/** Types with a question of their own; that of the line fits all others. */
const questions: Record<VisitorLanguage, Readonly<Record<string, string>>> = {
  en: {
    WASHROOM: 'How is this washroom?',
    ELEVATOR: 'How is this lift?',
    MEETING_ROOM: 'How is this meeting room?',
    KITCHEN: 'How is this kitchen?',
  },
  de: {
    WASHROOM: 'Wie ist dieses WC?',
    ELEVATOR: 'Wie ist dieser Aufzug?',
    MEETING_ROOM: 'Wie ist dieser Raum?',
    KITCHEN: 'Wie ist diese Küche?',
  },
  fr: {
    WASHROOM: 'Comment sont ces toilettes\u00a0?',
    ELEVATOR: 'Comment est cet ascenseur\u00a0?',
    MEETING_ROOM: 'Comment est cette salle\u00a0?',
    KITCHEN: 'Comment est cette cuisine\u00a0?',
  },
  es: {
    WASHROOM: '¿Cómo está este aseo?',
    ELEVATOR: '¿Cómo está este ascensor?',
    MEETING_ROOM: '¿Cómo está esta sala?',
    KITCHEN: '¿Cómo está esta cocina?',
  },
  it: {
    WASHROOM: 'Com’è questo bagno?',
    ELEVATOR: 'Com’è questo ascensore?',
    MEETING_ROOM: 'Com’è questa sala?',
    KITCHEN: 'Com’è questa cucina?',
  },
  pt: {
    WASHROOM: 'Como está este WC?',
    ELEVATOR: 'Como está este elevador?',
    MEETING_ROOM: 'Como está esta sala?',
    KITCHEN: 'Como está esta cozinha?',
  },
  nl: {
    WASHROOM: 'Hoe is dit toilet?',
    ELEVATOR: 'Hoe is deze lift?',
    MEETING_ROOM: 'Hoe is deze ruimte?',
    KITCHEN: 'Hoe is deze keuken?',
  },
  pl: {
    WASHROOM: 'Jak jest w tej toalecie?',
    ELEVATOR: 'Jak jest w tej windzie?',
    MEETING_ROOM: 'Jak jest w tej sali?',
    KITCHEN: 'Jak jest w tej kuchni?',
  },
  tr: {
    WASHROOM: 'Bu tuvalet nasıl?',
    ELEVATOR: 'Bu asansör nasıl?',
    MEETING_ROOM: 'Bu oda nasıl?',
    KITCHEN: 'Bu mutfak nasıl?',
  },
  ar: {
    WASHROOM: 'كيف حال دورة المياه؟',
    ELEVATOR: 'كيف حال المصعد؟',
    MEETING_ROOM: 'كيف حال هذه القاعة؟',
    KITCHEN: 'كيف حال هذا المطبخ؟',
  },
  zh: {
    WASHROOM: '这个洗手间怎么样？',
    ELEVATOR: '这部电梯怎么样？',
    MEETING_ROOM: '这间会议室怎么样？',
    KITCHEN: '这间厨房怎么样？',
  },
  ja: {
    WASHROOM: 'このトイレはいかがですか？',
    ELEVATOR: 'このエレベーターはいかが？',
    MEETING_ROOM: 'この会議室はいかがですか？',
    KITCHEN: 'このキッチンはいかがですか？',
  },
}

const lineOf = (language: VisitorLanguage, type: string | undefined): StickerLine => {
  const own = type !== undefined && Object.hasOwn(questions[language], type) && questions[language][type]
  return own ? { ...lines[language], question: own } : lines[language]
}

/** Everything that is printed in a language. */
export const stickerTexts = (language: VisitorLanguage): string =>
  [...Object.values(lines[language]), ...Object.values(questions[language])].join('')

const isVisitorLanguage = (tag: string): tag is VisitorLanguage => Object.hasOwn(lines, tag)

/**
 * The lines for up to three languages, in order, without duplicates. An unknown language, or one that `prints`
 * rejects because no font has its characters, is replaced by English.
 * @param type code of the amenity's type, for its question
 */
export function stickerLines(
  languages: string[],
  prints: (text: string) => boolean,
  type?: string,
): { lang: VisitorLanguage; line: StickerLine }[] {
  const usable = languages.map((tag) => {
    const lang = isVisitorLanguage(tag) ? tag : 'en'
    return prints(stickerTexts(lang)) ? lang : 'en'
  })
  const chosen = [...new Set(usable)].slice(0, 3)
  return (chosen.length > 0 ? chosen : ['en' as const]).map((lang) => ({
    lang,
    line: lineOf(lang, type),
  }))
}
