import { listInvoices } from '#contracts/billing.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { Empty, QueryView } from '#desk-kit/parts/states.tsx'
import { planMessages } from './messages.ts'

export const Invoices = () => {
  const t = useMessages(planMessages)
  const { date, locale } = useFormat()
  const money = (amount: number, currency: string): string =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 100)
  return (
    <Section title={t.invoices}>
      <QueryView of={useApi(listInvoices, { query: { pageSize: 24 } })} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t.noInvoices} />
          ) : (
            <table className="table">
              <thead>
                <tr>
                  <th>{t.date}</th>
                  <th>{t.number}</th>
                  <th>{t.amount}</th>
                  <th>{t.state}</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ id, createdAt, number, url, amount, currency, status }) => (
                  <tr key={id}>
                    <td>{date(createdAt)}</td>
                    <td>{url ? <a href={url}>{number ?? t.draft}</a> : (number ?? t.draft)}</td>
                    <td>{money(amount, currency)}</td>
                    <td>{t.invoiceStates[status]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </QueryView>
    </Section>
  )
}
