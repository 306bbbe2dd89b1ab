import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '{count, plural, one {Neu} other {# neu}} in „{name}“',
  subjectOfMore: '{count, plural, one {# neu} other {# neu}} in Ihren Ansichten',
  heading: 'Neue Treffer in Ihren Ansichten',
  view: 'In Ihrer Ansicht „{name}“:',
  feedback: 'Rückmeldung',
  rated: '{rating} von 5',
  more: 'Und {n} weitere: Alle stehen in der Ansicht.',
  open: 'Ansicht öffnen',
  end: 'Hinweise verwalten',
  footer: 'Sie erhalten diese E-Mail, weil Sie für diese Ansicht Hinweise eingerichtet haben.',
  sampleRatings: 'Schlechte Bewertungen in der Bibliothek',
  sampleUrgent: 'Dringendes',
} satisfies Texts<typeof en>
