/** Texts of a schedule on its tasks, in the language of the organisation. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

export interface Missed {
  readonly count: number
  /** local time */
  readonly first: string
  readonly last: string
}

interface Words {
  readonly one: (missed: Missed) => string
  readonly several: (missed: Missed) => string
}

const words: Readonly<Record<VisitorLanguage, Words>> = {
  en: {
    one: ({ first }) => `One earlier time was missed: ${first}. This task covers it too.`,
    several: ({ count, first, last }) =>
      `${count} earlier times were missed: from ${first} to ${last}. This task covers them too.`,
  },
  de: {
    one: ({ first }) => `Ein früherer Termin wurde verpasst: ${first}. Diese Aufgabe gilt auch dafür.`,
    several: ({ count, first, last }) =>
      `${count} frühere Termine wurden verpasst: von ${first} bis ${last}. Diese Aufgabe gilt auch für sie.`,
  },
  fr: {
    one: ({ first }) => `Une échéance précédente a été manquée : ${first}. Cette tâche la remplace aussi.`,
    several: ({ count, first, last }) =>
      `Échéances précédentes manquées : ${count}, du ${first} au ${last}. Cette tâche les remplace aussi.`,
  },
  es: {
    one: ({ first }) => `Se pasó por alto una fecha anterior: ${first}. Esta tarea vale también por ella.`,
    several: ({ count, first, last }) =>
      `Fechas anteriores pasadas por alto: ${count}, de ${first} a ${last}. Esta tarea vale también por ellas.`,
  },
  it: {
    one: ({ first }) =>
      `Una scadenza precedente è stata saltata: ${first}. Questo compito vale anche per quella.`,
    several: ({ count, first, last }) =>
      `Scadenze precedenti saltate: ${count}, da ${first} a ${last}. Questo compito vale anche per quelle.`,
  },
  pt: {
    one: ({ first }) => `Falhou uma data anterior: ${first}. Esta tarefa vale também por ela.`,
    several: ({ count, first, last }) =>
      `Datas anteriores que falharam: ${count}, de ${first} a ${last}. Esta tarefa vale também por elas.`,
  },
  nl: {
    one: ({ first }) => `Eén eerder tijdstip is gemist: ${first}. Deze taak geldt daar ook voor.`,
    several: ({ count, first, last }) =>
      `Gemiste eerdere tijdstippen: ${count}, van ${first} tot ${last}. Deze taak geldt daar ook voor.`,
  },
  pl: {
    one: ({ first }) =>
      `Pominięto jeden wcześniejszy termin: ${first}. To zadanie obejmuje również ten termin.`,
    several: ({ count, first, last }) =>
      `Pominięte wcześniejsze terminy: ${count}, od ${first} do ${last}. To zadanie obejmuje również te terminy.`,
  },
  tr: {
    one: ({ first }) => `Önceki bir zaman kaçırıldı: ${first}. Bu görev onun yerine de geçer.`,
    several: ({ count, first, last }) =>
      `Kaçırılan önceki zamanlar: ${count}, ilki ${first}, sonuncusu ${last}. Bu görev onların yerine de geçer.`,
  },
  ar: {
    one: ({ first }) => `فات موعد سابق: ${first}. هذه المهمة تقوم مقامه أيضًا.`,
    several: ({ count, first, last }) =>
      `مواعيد سابقة فاتت: ${count}، من ${first} إلى ${last}. هذه المهمة تقوم مقامها أيضًا.`,
  },
  zh: {
    one: ({ first }) => `错过了之前的一次：${first}。此任务也包括那一次。`,
    several: ({ count, first, last }) =>
      `错过了之前的 ${count} 次：从 ${first} 到 ${last}。此任务也包括这些。`,
  },
  ja: {
    one: ({ first }) => `以前の1回が行われませんでした：${first}。この作業はその分も兼ねます。`,
    several: ({ count, first, last }) =>
      `以前の${count}回が行われませんでした：${first}から${last}まで。この作業はその分も兼ねます。`,
  },
}

export const sayMissed = (language: VisitorLanguage, missed: Missed): string =>
  words[language][missed.count === 1 ? 'one' : 'several'](missed)
