import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  lacking: 'Fehlt',
  ofAmenities: { RULE: 'Anliegen ohne Alarmregel', ROUTE: 'Aufgaben erreichen niemanden' },
  ofOperators: {
    SKILL: 'Keine Fähigkeit',
    CERTIFICATE: 'Nachweis läuft ab',
    LANGUAGE: 'Keine Sprache',
    CONTACT: 'Nicht erreichbar',
  },
  ofPeople: { DEVICE: 'Nur per E-Mail erreichbar' },
  ofBuildings: { HOURS: 'Keine Servicezeiten', HOLIDAYS: 'Keine Schließtage', TIME_ZONE: 'Zeitzone UTC' },
} satisfies Texts<typeof en>
