/** Quick answers of a technician about what was done: stored as a code, shown in the reader's language. */
import type { VisitorLanguage } from '../kit/vocabulary.ts'

export const quickResolutions = ['REFILLED', 'CLEANED', 'REPAIRED', 'REPLACED', 'IN_ORDER'] as const

export type QuickResolution = (typeof quickResolutions)[number]

/** The texts of the technician's app. */
const words: Readonly<Record<VisitorLanguage, Readonly<Record<QuickResolution, string>>>> = {
  en: {
    REFILLED: 'Refilled',
    CLEANED: 'Cleaned',
    REPAIRED: 'Repaired',
    REPLACED: 'Replaced a part',
    IN_ORDER: 'Found no problem',
  },
  de: {
    REFILLED: 'Aufgefüllt',
    CLEANED: 'Gereinigt',
    REPAIRED: 'Repariert',
    REPLACED: 'Teil getauscht',
    IN_ORDER: 'Kein Problem gefunden',
  },
  fr: {
    REFILLED: 'Rempli',
    CLEANED: 'Nettoyé',
    REPAIRED: 'Réparé',
    REPLACED: 'Pièce remplacée',
    IN_ORDER: 'C’était en ordre',
  },
  es: {
    REFILLED: 'Rellenado',
    CLEANED: 'Limpiado',
    REPAIRED: 'Reparado',
    REPLACED: 'Pieza cambiada',
    IN_ORDER: 'Estaba en orden',
  },
  it: {
    REFILLED: 'Rifornito',
    CLEANED: 'Pulito',
    REPAIRED: 'Riparato',
    REPLACED: 'Pezzo sostituito',
    IN_ORDER: 'Era in ordine',
  },
  pt: {
    REFILLED: 'Reabastecido',
    CLEANED: 'Limpo',
    REPAIRED: 'Reparado',
    REPLACED: 'Peça trocada',
    IN_ORDER: 'Estava em ordem',
  },
  nl: {
    REFILLED: 'Bijgevuld',
    CLEANED: 'Schoongemaakt',
    REPAIRED: 'Gerepareerd',
    REPLACED: 'Onderdeel vervangen',
    IN_ORDER: 'Was in orde',
  },
  pl: {
    REFILLED: 'Uzupełnione',
    CLEANED: 'Posprzątane',
    REPAIRED: 'Naprawione',
    REPLACED: 'Wymieniona część',
    IN_ORDER: 'Było w porządku',
  },
  tr: {
    REFILLED: 'Dolduruldu',
    CLEANED: 'Temizlendi',
    REPAIRED: 'Onarıldı',
    REPLACED: 'Parça değişti',
    IN_ORDER: 'Sorun yoktu',
  },
  ar: {
    REFILLED: 'تعبئة',
    CLEANED: 'تنظيف',
    REPAIRED: 'إصلاح',
    REPLACED: 'استبدال قطعة',
    IN_ORDER: 'كانت سليمة',
  },
  zh: {
    REFILLED: '已补充',
    CLEANED: '已清洁',
    REPAIRED: '已修理',
    REPLACED: '换了零件',
    IN_ORDER: '原本正常',
  },
  ja: {
    REFILLED: '補充した',
    CLEANED: '清掃した',
    REPAIRED: '修理した',
    REPLACED: '部品を交換した',
    IN_ORDER: '異常なし',
  },
}

export const isQuickResolution = (text: string): text is QuickResolution =>
  (quickResolutions as readonly string[]).includes(text)

/** Other texts, written by a person or a previous version, stay as they are. */
export const sayResolution = <T extends string | null>(
  resolution: T,
  language: VisitorLanguage,
): T | string =>
  resolution !== null && isQuickResolution(resolution) ? words[language][resolution] : resolution
