/** Texts of the emails about the plan. */
import type { DeskLanguage } from '#server/platform/mail/layout.ts'
import type { Notice } from './billing-notice.ts'

interface Words {
  readonly subject: string
  readonly heading: string
  readonly texts: readonly string[]
}

const planNames = {
  en: { TRIAL: 'Trial', STARTER: 'Starter', PRO: 'Pro', BUSINESS: 'Business', ENTERPRISE: 'Enterprise' },
  de: { TRIAL: 'Test', STARTER: 'Starter', PRO: 'Pro', BUSINESS: 'Business', ENTERPRISE: 'Enterprise' },
} as const

const english = ({ reason, plan, day }: Notice): Words => {
  switch (reason) {
    case 'PAYMENT_FAILED':
      return {
        subject: 'A payment failed',
        heading: 'A payment for your plan failed',
        texts: [
          `Everything works until ${day}. If nothing is paid by then, your team can only read.`,
          'Check the payment method in the customer portal. Reports of visitors are taken in any case.',
        ],
      }
    case 'GRACE_ENDS':
      return {
        subject: `From ${day} your team can only read`,
        heading: 'Your plan is still unpaid',
        texts: [
          `Without a payment your team can only read from ${day}.`,
          'Reports of visitors are taken in any case.',
        ],
      }
    case 'SUSPENDED':
      return {
        subject: 'Your team can only read for now',
        heading: 'Your plan is unpaid',
        texts: [
          'The 14 days after the failed payment are over, so your team can only read.',
          'A payment lifts this at once. Reports of visitors are still taken, and nothing is deleted.',
        ],
      }
    case 'PLAN_CHANGED':
      return {
        subject: `Your plan is now ${planNames.en[plan]}`,
        heading: `Your plan is now ${planNames.en[plan]}`,
        texts: ['What is there stays and works. What the plan includes is shown under Plan.'],
      }
    case 'TRIAL_ENDS':
      return {
        subject: `Your trial ends on ${day}`,
        heading: `Your trial ends on ${day}`,
        texts: [
          'After that your team can only read until you choose a plan. Nothing is deleted, and reports of visitors are taken.',
        ],
      }
    case 'HISTORY_SHRINKS':
      return {
        subject: `Older comments and photos are deleted from ${day}`,
        heading: 'Your plan keeps a shorter history',
        texts: [
          `From ${day} comments and photos that are older than your plan keeps them are deleted. Ratings and figures stay.`,
          'Until then you can export everything under Data and privacy, or choose a higher plan.',
        ],
      }
    case 'TWO_SUBSCRIPTIONS':
      return {
        subject: 'You pay for two subscriptions',
        heading: 'There are two subscriptions',
        texts: [
          `The higher plan counts: ${planNames.en[plan]}. Cancel the other subscription in the customer portal.`,
        ],
      }
    default:
      return reason satisfies never
  }
}

const german = ({ reason, plan, day }: Notice): Words => {
  switch (reason) {
    case 'PAYMENT_FAILED':
      return {
        subject: 'Eine Zahlung ist fehlgeschlagen',
        heading: 'Eine Zahlung für Ihren Tarif ist fehlgeschlagen',
        texts: [
          `Bis zum ${day} geht alles weiter. Ist bis dahin nichts bezahlt, kann Ihr Team nur noch lesen.`,
          'Prüfen Sie die Zahlungsart im Kundenportal. Meldungen von Besuchern werden in jedem Fall angenommen.',
        ],
      }
    case 'GRACE_ENDS':
      return {
        subject: `Ab dem ${day} kann Ihr Team nur noch lesen`,
        heading: 'Ihr Tarif ist noch nicht bezahlt',
        texts: [
          `Ohne eine Zahlung kann Ihr Team ab dem ${day} nur noch lesen.`,
          'Meldungen von Besuchern werden in jedem Fall angenommen.',
        ],
      }
    case 'SUSPENDED':
      return {
        subject: 'Ihr Team kann zurzeit nur lesen',
        heading: 'Ihr Tarif ist nicht bezahlt',
        texts: [
          'Die 14 Tage nach der fehlgeschlagenen Zahlung sind vorbei, daher kann Ihr Team nur noch lesen.',
          'Eine Zahlung hebt das sofort auf. Meldungen von Besuchern werden weiter angenommen, und nichts wird gelöscht.',
        ],
      }
    case 'PLAN_CHANGED':
      return {
        subject: `Ihr Tarif ist jetzt ${planNames.de[plan]}`,
        heading: `Ihr Tarif ist jetzt ${planNames.de[plan]}`,
        texts: ['Was da ist, bleibt und funktioniert. Was der Tarif enthält, steht unter Tarif.'],
      }
    case 'TRIAL_ENDS':
      return {
        subject: `Ihre Testphase endet am ${day}`,
        heading: `Ihre Testphase endet am ${day}`,
        texts: [
          'Danach kann Ihr Team nur noch lesen, bis Sie einen Tarif wählen. Nichts wird gelöscht, und Meldungen von Besuchern werden angenommen.',
        ],
      }
    case 'HISTORY_SHRINKS':
      return {
        subject: `Ältere Kommentare und Fotos werden ab dem ${day} gelöscht`,
        heading: 'Ihr Tarif bewahrt einen kürzeren Verlauf auf',
        texts: [
          `Ab dem ${day} werden Kommentare und Fotos gelöscht, die älter sind, als Ihr Tarif sie aufbewahrt. Bewertungen und Kennzahlen bleiben.`,
          'Bis dahin können Sie unter Daten und Datenschutz alles exportieren oder einen höheren Tarif wählen.',
        ],
      }
    case 'TWO_SUBSCRIPTIONS':
      return {
        subject: 'Sie bezahlen zwei Abonnements',
        heading: 'Es gibt zwei Abonnements',
        texts: [
          `Es gilt der höhere Tarif: ${planNames.de[plan]}. Kündigen Sie das andere Abonnement im Kundenportal.`,
        ],
      }
    default:
      return reason satisfies never
  }
}

const shared = {
  en: {
    button: 'Open the plan',
    footer: 'You get this email because you are an administrator of this organisation.',
  },
  de: {
    button: 'Tarif öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Sie diese Organisation verwalten.',
  },
} as const

export const noticeTexts = (notice: Notice, language: DeskLanguage) => ({
  ...(language === 'de' ? german(notice) : english(notice)),
  ...shared[language],
})
