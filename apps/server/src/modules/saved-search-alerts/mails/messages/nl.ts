import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '{count, plural, one {Nieuw} other {# nieuwe}} in “{name}”',
  subjectOfMore: '{count, plural, one {# nieuw resultaat} other {# nieuwe resultaten}} in uw weergaven',
  heading: 'Nieuwe resultaten in uw bewaarde weergaven',
  view: 'In uw weergave “{name}”:',
  feedback: 'Reactie',
  rated: '{rating} van 5',
  more: 'En nog {n}: ze staan allemaal in de weergave.',
  open: 'Weergave openen',
  end: 'Uw meldingen beheren',
  footer: 'U krijgt deze e-mail omdat u voor deze weergave een melding hebt ingesteld.',
  sampleRatings: 'Slechte beoordelingen in de bibliotheek',
  sampleUrgent: 'Dringend werk',
} satisfies Texts<typeof en>
