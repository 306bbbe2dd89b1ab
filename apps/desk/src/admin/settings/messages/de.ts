import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  settings: {
    name: 'Einstellungen',
    about: 'Name, Aussehen, Sprachen, Zeiten und was Besuchende gefragt werden.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  profile: 'Organisation',
  nameNeeded: 'Ein Name ist nötig.',
  locale: 'Datum und Zahlen',
  weekStart: 'Woche beginnt am',
  emergency: 'Notrufnummer',
  emergencyHelp: 'Steht zuerst da, wo Menschen in Gefahr sein können.',
  branding: 'Für Besucher',
  publicName: 'Name, den Besucher lesen',
  accent: 'Farbe der Knöpfe',
  accentHelp: 'Als #RRGGBB.',
  pickColour: 'Farbe aussuchen',
  sample: 'Rückmeldung senden',
  noColour: 'Das ist keine Farbe.',
  contrast: 'Kontrast {ratio} : 1, nötig sind 4,5',
  tooPale: 'Diese Farbe ist zu blass, um auf den Seiten gelesen zu werden.',
  darker: 'Stattdessen {colour} nehmen',
  contact: 'Kontakt',
  contactHelp: 'An wen sich Besucher wenden können, in Worten.',
  privacyUrl: 'Adresse der Datenschutzerklärung',
  httpsNeeded: 'Die Adresse muss mit https:// beginnen.',
  languages: 'Sprachen für Besucher',
  offered: 'Angeboten',
  fallback: 'Wenn keine passt',
  fallbackHelp: 'Auch die Sprache von Namen ohne Übersetzung.',
  languageNeeded: 'Mindestens eine Sprache ist nötig.',
  hours: 'Servicezeiten und geschlossene Tage',
  privacy: 'Datenschutz und Arbeit',
  retention: 'Kommentare und Fotos aufbewahren, Tage',
  retentionHelp: 'Leer: so lange, wie der Tarif den Verlauf behält. Bewertungen zählen weiter.',
  moderation: 'Wer Kommentare zuerst sieht',
  moderations: {
    NONE: 'Die Leitung sieht sie sofort',
    BEFORE: 'Die Verwaltung gibt jeden zuerst frei',
    AFTER: 'Die Leitung sieht sie sofort, die Verwaltung prüft sie',
  },
  photos: 'Besucher dürfen Fotos hinzufügen',
  perPerson: 'Zahlen je Person',
  perPersonHelp: 'Aus: Die Leitung sieht Zahlen nur je Team.',
  photoRequired: 'Zum Abschließen einer Aufgabe ist ein Foto nötig',
} satisfies Texts<typeof en>
