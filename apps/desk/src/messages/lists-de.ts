/** Deutsch, für alles, was Listen und Formulare gemeinsam haben, und für die Übersicht der Einrichtung. */
import type { listsEn } from './lists-en.ts'

export const listsDe: typeof listsEn = {
  lists: {
    columns: 'Spalten',
    views: 'Ansichten',
    viewNamed: (name) => `Ansicht: ${name}`,
    saveView: 'Diese Ansicht speichern',
    saveViewHelp: 'Merkt Filter, Reihenfolge und Spalten unter einem Namen, nur für Sie.',
    viewNameNeeded: 'Eine Ansicht braucht einen Namen.',
    deleteView: (name) => `Ansicht ${name} löschen`,
    selection: 'Ausgewählte Zeilen',
    selected: (count) => (count === 1 ? '1 ausgewählt' : `${count} ausgewählt`),
    theirs: 'Inzwischen hat jemand anderes geschrieben:',
    takeTheirs: 'Übernehmen',
    overtaken: 'Jemand anderes hat dies gespeichert, während Sie es bearbeitet haben.',
    overtakenHelp:
      'Wo beide etwas geändert haben, stehen beide Werte beim Feld. Übernehmen Sie den anderen, oder speichern Sie noch einmal, um Ihren zu behalten.',
  },
  setup: {
    search: 'Einrichtung durchsuchen',
    missing: 'Was noch fehlt',
    parts: {
      facility: 'Wie Meldungen behandelt werden',
      people: 'Menschen',
      links: 'Andere Systeme',
      organisation: 'Organisation und Daten',
    },
    inPlan: (plan) => `Tarif ${plan}`,
    gated: (plan) => `Das gehört zum Tarif ${plan}`,
    youHave: (plan) => `Ihr Tarif ist ${plan}.`,
  },
}
