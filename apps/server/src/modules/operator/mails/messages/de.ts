import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: 'Gemeldet',
  by: '{count, plural, one {von # Person} other {von # Personen}}',
  organisation: 'Für',
  address: 'Adresse',
  access: 'Zugang',
  hazard: 'Gefahren',
  what: 'Was zu tun ist',
  call: 'Ansprechpartner',
  ended: {
    subject: 'Ihnen nicht mehr zugewiesen: {title}',
    heading: 'Eine Aufgabe ist nicht mehr Ihre',
    text: 'Jemand anderes kümmert sich jetzt darum, oder sie wurde zurückgezogen. Für Sie ist nichts mehr zu tun, der Link gilt nicht mehr.',
    footer: 'Sie erhalten diese E-Mail, weil Ihnen die Aufgabe zugewiesen war.',
  },
  one: {
    subject: 'Aufgabe für Sie: {title}',
    resumed: 'Es geht weiter: {title}',
    heading: 'Eine Aufgabe für Sie',
    headingResumed: 'Eine Ihrer Aufgaben ist nicht mehr zurückgestellt',
    headingReopened: 'Eine Ihrer Aufgaben ist wieder offen',
    how: 'Der Link öffnet diese Aufgabe: beginnen, Notizen und Fotos hinzufügen, erledigt melden. Ein Konto ist nicht nötig. Er gilt 14 Tage, bis die Aufgabe erledigt oder jemand anderem zugewiesen ist. Bitte geben Sie ihn nicht weiter.',
    button: 'Aufgabe öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Ihnen die Aufgabe zugewiesen wurde.',
  },
  several: {
    subject:
      '{count, plural, one {# Aufgabe für Sie} other {# Aufgaben für Sie}}: {first} und {more} weitere',
    heading: '{count, plural, one {# Aufgabe für Sie} other {# Aufgaben für Sie}}',
    how: 'Jeder Link öffnet eine Aufgabe: beginnen, Notizen und Fotos hinzufügen, erledigt melden. Ein Konto ist nicht nötig. Er gilt 14 Tage, bis die Aufgabe erledigt oder jemand anderem zugewiesen ist. Bitte geben Sie ihn nicht weiter.',
    open: 'Aufgabe #{number} öffnen',
    news: 'Neu',
    reopened: 'Wieder offen',
    resumed: 'Nicht mehr zurückgestellt',
    footer: 'Sie erhalten diese E-Mail, weil Ihnen diese Aufgaben zugewiesen wurden.',
  },
} satisfies Texts<typeof en>
