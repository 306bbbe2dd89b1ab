import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as english } from './en.ts'

export const places = {} satisfies Texts<typeof english>

export default {
  plan: 'Rundgang planen',
  edit: 'Rundgangsplan bearbeiten',
  untitled: 'Neuer Rundgang',
  nameHelp: 'Auch der Titel jedes Rundgangs.',
  buildingNeeded: 'Wählen Sie das Gebäude.',
  amenities: 'Einrichtungen in der Reihenfolge des Weges',
  amenitiesNeeded: 'Wählen Sie die Einrichtungen.',
  uncovered: 'Keine gewählte Checkliste gilt für {name}.',
  checklists: 'Checklisten',
  checklistsHelp: 'Jede Einrichtung erhält die erste, die für ihre Art gilt.',
  checklistsNeeded: 'Wählen Sie eine Checkliste.',
  scout: 'Prüfperson',
  scoutHelp: 'Niemand: offen für alle Prüfpersonen des Gebäudes.',
  hours: 'Stunden bis zum Abschluss',
  ahead: 'Rundgänge sind sieben Tage vorher auf dem Telefon.',
} satisfies Texts<typeof en>
