import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Geëscaleerd: {title}',
  heading: 'De tijd voor een taak raakt op',
  rule: 'Regel',
  when: 'Wanneer',
  since: 'Sinds',
  assignee: 'Toegewezen aan',
  nobody: 'Niet toegewezen',
  button: 'Taak openen',
  footer:
    'U krijgt deze e-mail door een escalatieregel van uw team. In uw profiel kiest u waarover u e-mails krijgt.',
  sampleRule: 'Te laat',
  atPercent:
    'bij {percent} % van {clock, select, RESPOND {de tijd om te beginnen} RESOLVE {de tijd om af te ronden} other {de tijd tot de deadline}}',
  atEnd:
    'aan het einde van {clock, select, RESPOND {de tijd om te beginnen} RESOLVE {de tijd om af te ronden} other {de tijd tot de deadline}}',
  after:
    '{time} na het einde van {clock, select, RESPOND {de tijd om te beginnen} RESOLVE {de tijd om af te ronden} other {de tijd tot de deadline}}',
} satisfies Texts<typeof en>
