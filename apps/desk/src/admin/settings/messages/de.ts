import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  settings: {
    name: 'Einstellungen',
    about: 'Name, Aussehen, Sprachen, Zeiten und Optionen für Besucher.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  profile: 'Organisation',
  nameNeeded: 'Geben Sie einen Namen ein.',
  locale: 'Datum und Zahlen',
  weekStart: 'Woche beginnt am',
  emergency: 'Notrufnummer',
  emergencyHelp: 'Wird zuerst angezeigt, wo Menschen in Gefahr sein können.',
  branding: 'Für Besucher',
  publicName: 'Name für Besucher',
  accent: 'Farbe der Schaltflächen',
  accentHelp: 'Als #RRGGBB.',
  pickColour: 'Farbe wählen',
  sample: 'Rückmeldung senden',
  noColour: 'Das ist keine gültige Farbe.',
  contrast: 'Kontrast {ratio} : 1, nötig sind 4,5',
  tooPale: 'Diese Farbe ist auf den Seiten zu hell zum Lesen.',
  darker: 'Stattdessen {colour} verwenden',
  logo: 'Logo',
  chooseLogo: 'Bild wählen',
  logoRefused: 'Nötig ist ein JPEG, PNG oder WebP von höchstens 10 MB.',
  contact: 'Kontakt',
  contactHelp: 'An wen sich Besucher wenden können. Freitext.',
  privacyUrl: 'Link zur Datenschutzerklärung',
  httpsNeeded: 'Die Adresse muss mit https:// beginnen.',
  languages: 'Sprachen für Besucher',
  offered: 'Verfügbar',
  fallback: 'Standard',
  fallbackHelp: 'Wenn keine andere Sprache passt, und für Namen ohne Übersetzung.',
  languageNeeded: 'Wählen Sie mindestens eine Sprache.',
  hours: 'Servicezeiten und Schließtage',
  privacy: 'Datenschutz und Arbeit',
  retention: 'Kommentare und Fotos aufbewahren (Tage)',
  retentionHelp: 'Leer: so lange, wie Ihr Tarif den Verlauf aufbewahrt. Bewertungen zählen weiter.',
  moderation: 'Prüfung von Kommentaren',
  moderations: {
    NONE: 'Die Leitung sieht sie sofort',
    BEFORE: 'Die Verwaltung gibt jeden Kommentar zuerst frei',
    AFTER: 'Die Leitung sieht sie sofort, die Verwaltung prüft sie',
  },
  photos: 'Besucher dürfen Fotos hinzufügen',
  perPerson: 'Kennzahlen je Person',
  perPersonHelp: 'Aus: Die Leitung sieht Kennzahlen nur je Team.',
  photoRequired: 'Foto zum Abschließen einer Aufgabe erforderlich',
} satisfies Texts<typeof en>
