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
  about: {
    types: 'Arten von Einrichtungen, ihre wählbaren Anliegen und Statuspunkte.',
    rules: 'Wann aus einer Rückmeldung eine Aufgabe oder ein Hinweis wird.',
    team: 'Wer hier arbeitet, mit welchen Rollen und für welche Gebäude.',
    sso: 'Anmelden mit den Konten Ihrer Organisation.',
    keys: 'Schlüssel, mit denen andere Systeme hier lesen und schreiben.',
    settings: 'Name, Aussehen, Sprachen, Zeiten, E-Mails und was Besuchende gefragt werden.',
    data: 'Was wie lange aufbewahrt wird, und alles zum Mitnehmen.',
    audit: 'Wer was wann und von wo geändert hat.',
  },
  missing: {
    buildings: 'Es gibt noch kein Gebäude. Einrichtungen und Aufkleber gehören zu einem.',
    qrCodes: 'Noch führt kein Aufkleber zu einer Einrichtung, also kann niemand melden.',
    team: 'Sie sind allein hier. Laden Sie die ein, die die Arbeit tun.',
  },
}
