import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: 'Gemeld',
  by: '{count, plural, one {door # persoon} other {door # personen}}',
  organisation: 'Voor',
  address: 'Adres',
  access: 'Toegang',
  hazard: 'Gevaren',
  what: 'Wat te doen',
  call: 'Contactpersoon',
  ended: {
    subject: 'Niet meer aan u toegewezen: {title}',
    heading: 'Een taak is niet meer van u',
    text: 'Iemand anders zorgt er nu voor, of de taak is ingetrokken. U hoeft niets meer te doen, en de link werkt niet meer.',
    footer: 'U krijgt deze e-mail omdat de taak aan u was toegewezen.',
  },
  one: {
    subject: 'Taak voor u: {title}',
    resumed: 'U kunt verder: {title}',
    heading: 'Een taak voor u',
    headingResumed: 'Een van uw taken wacht niet meer',
    headingReopened: 'Een van uw taken is weer open',
    how: 'De link opent deze taak: begin eraan, voeg notities en foto’s toe, en meld haar klaar. U hebt geen account nodig. De link is 14 dagen geldig, tot de taak klaar is of aan iemand anders is toegewezen. Deel hem alstublieft niet.',
    button: 'Taak openen',
    footer: 'U krijgt deze e-mail omdat de taak aan u is toegewezen.',
  },
  several: {
    subject: '{count, plural, one {# taak voor u} other {# taken voor u}}: {first} en nog {more}',
    heading: '{count, plural, one {# taak voor u} other {# taken voor u}}',
    how: 'Elke link opent één taak: begin eraan, voeg notities en foto’s toe, en meld haar klaar. U hebt geen account nodig. De link is 14 dagen geldig, tot de taak klaar is of aan iemand anders is toegewezen. Deel hem alstublieft niet.',
    open: 'Taak #{number} openen',
    news: 'Nieuw',
    reopened: 'Weer open',
    resumed: 'Wacht niet meer',
    footer: 'U krijgt deze e-mail omdat deze taken aan u zijn toegewezen.',
  },
} satisfies Texts<typeof en>
