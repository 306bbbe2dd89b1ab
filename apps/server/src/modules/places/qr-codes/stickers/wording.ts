/** The line on a sticker in each visitor language: a question, and a call to action. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

export interface StickerLine {
  question: string
  call: string
  /** The call only, for little room. */
  short: string
}

const lines: Record<VisitorLanguage, StickerLine> = {
  en: { question: 'How is this room?', call: 'Scan and tell us.', short: 'Scan and tell us.' },
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

const isVisitorLanguage = (tag: string): tag is VisitorLanguage => Object.hasOwn(lines, tag)

/**
 * The lines for up to three languages, in order, without duplicates. An unknown language, or one that `prints`
 * rejects because no font has its characters, is replaced by English.
 */
export function stickerLines(
  languages: string[],
  prints: (text: string) => boolean,
): { lang: VisitorLanguage; line: StickerLine }[] {
  const usable = languages.map((tag) => {
    const lang = isVisitorLanguage(tag) ? tag : 'en'
    return prints(Object.values(lines[lang]).join('')) ? lang : 'en'
  })
  const chosen = [...new Set(usable)].slice(0, 3)
  return (chosen.length > 0 ? chosen : ['en' as const]).map((lang) => ({ lang, line: lines[lang] }))
}
