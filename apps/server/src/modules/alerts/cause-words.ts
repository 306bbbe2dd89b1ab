/** Texts of a cause task's description, in the organisation's language. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { sayResolution } from '#contracts/tasks/resolutions.ts'
import { nameInStory } from '#server/modules/tasks/public.ts'
import type { FaultCourse } from './faults.ts'

export const causeLabel = 'cause'

const longestDescription = 4000
const longestResolution = 300

interface Words {
  readonly intro: string
  readonly reported: (number: number, at: string) => string
  /** before the name of who finished it */
  readonly finished: (at: string) => string
  readonly open: string
}

const words: Readonly<Record<VisitorLanguage, Words>> = {
  en: {
    intro: 'The same fault came back after it was finished. Please look for its cause. What happened:',
    reported: (number, at) => `#${number}: reported ${at}`,
    finished: (at) => `, finished ${at}`,
    open: ', open',
  },
  de: {
    intro: 'Derselbe Fehler kam wieder, nachdem er behoben war. Bitte die Ursache suchen. Was geschah:',
    reported: (number, at) => `#${number}: gemeldet ${at}`,
    finished: (at) => `, erledigt ${at}`,
    open: ', offen',
  },
  fr: {
    intro: 'Le même défaut est revenu après avoir été réparé. Cherchez-en la cause. Ce qui s’est passé :',
    reported: (number, at) => `#${number} : signalé le ${at}`,
    finished: (at) => `, terminé le ${at}`,
    open: ', pas terminé',
  },
  es: {
    intro: 'El mismo fallo ha vuelto después de arreglarlo. Busque la causa. Lo que ocurrió:',
    reported: (number, at) => `#${number}: comunicado ${at}`,
    finished: (at) => `, terminado ${at}`,
    open: ', sin terminar',
  },
  it: {
    intro: 'Lo stesso guasto è tornato dopo la riparazione. Cercarne la causa. Che cosa è successo:',
    reported: (number, at) => `#${number}: segnalato ${at}`,
    finished: (at) => `, finito ${at}`,
    open: ', non finito',
  },
  pt: {
    intro: 'A mesma avaria voltou depois de resolvida. Procure a causa. O que aconteceu:',
    reported: (number, at) => `#${number}: comunicado ${at}`,
    finished: (at) => `, terminado ${at}`,
    open: ', por terminar',
  },
  nl: {
    intro: 'Hetzelfde gebrek kwam terug nadat het was opgelost. Zoek de oorzaak. Wat er gebeurde:',
    reported: (number, at) => `#${number}: gemeld ${at}`,
    finished: (at) => `, afgerond ${at}`,
    open: ', niet afgerond',
  },
  pl: {
    intro: 'Ta sama usterka wróciła po naprawie. Prosimy znaleźć przyczynę. Co się działo:',
    reported: (number, at) => `#${number}: zgłoszono ${at}`,
    finished: (at) => `, zakończono ${at}`,
    open: ', niezakończone',
  },
  tr: {
    intro: 'Aynı arıza giderildikten sonra geri geldi. Lütfen nedenini arayın. Olanlar:',
    reported: (number, at) => `#${number}: bildirildi ${at}`,
    finished: (at) => `, bitti ${at}`,
    open: ', bitmedi',
  },
  ar: {
    intro: 'عاد العطل نفسه بعد إصلاحه. يُرجى البحث عن سببه. ما حدث:',
    reported: (number, at) => `#${number}: أُبلغ عنه ${at}`,
    finished: (at) => `، أُنجز ${at}`,
    open: '، لم يُنجز',
  },
  zh: {
    intro: '同一故障在修好后再次出现，请查找原因。经过如下：',
    reported: (number, at) => `#${number}：${at} 报告`,
    finished: (at) => `，${at}`,
    open: '，未完成',
  },
  ja: {
    intro: '直した後に同じ不具合が再び起きました。原因を調べてください。経過：',
    reported: (number, at) => `#${number}：${at} 報告`,
    finished: (at) => `、${at} 完了`,
    open: '、未完了',
  },
}

/** Latin digits, like the numbers beside them. */
const localeOf = (language: VisitorLanguage): string =>
  language === 'en' ? 'en-GB' : `${language}-u-nu-latn`

const shortened = (text: string, most: number): string => {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

/** One line for each fault, oldest first: when, who finished it, what was done. */
export const describeCause = (
  language: VisitorLanguage,
  stories: readonly FaultCourse[],
  timeZone: string,
): string => {
  const { intro, reported, finished: finishedAt, open } = words[language]
  const format = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const lines = stories.map(({ number, at, finished }) => {
    const end = finished ? finishedAt(format.format(finished.at)) + nameInStory(language, finished.by) : open
    const said = sayResolution(finished?.resolution ?? '', language)
    const done = said && ` – ${shortened(said.replace(/\s+/g, ' '), longestResolution)}`
    return `${reported(number, format.format(at))}${end}${done}`
  })
  return shortened([intro, '', ...lines].join('\n'), longestDescription)
}
