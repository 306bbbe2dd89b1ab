import type { SharedView } from '#contracts/sharing/view.ts'
import type { SharePageModel } from './model.ts'
import type { Speech } from './words.ts'

type Period = NonNullable<SharedView['period']>

const usual = [7, 30, 90] as const

const daysBack = (to: string, days: number): string =>
  new Date(Date.parse(`${to}T00:00:00Z`) - (days - 1) * 86_400_000).toISOString().slice(0, 10)

/** Form to choose the period of a dashboard. */
export const PeriodForm = ({
  model,
  period,
  speech: { say },
}: {
  model: SharePageModel
  period: Period
  speech: Speech
}) => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: period.timeZone }).format(Date.parse(model.now))
  return (
    <nav class="period" aria-label={say.period}>
      <ul>
        {usual.map((n) => {
          const from = daysBack(today, n)
          const isThis = period.to === today && period.from === from
          return (
            <li key={n}>
              <a
                href={`${model.path}?from=${from}&to=${today}&lang=${model.language}`}
                aria-current={isThis ? 'true' : undefined}
              >
                {say.lastDays({ n })}
              </a>
            </li>
          )
        })}
      </ul>
      <form method="get" action={model.path}>
        <input type="hidden" name="lang" value={model.language} />
        <label>
          {say.from} <input type="date" name="from" value={period.from} max={today} required />
        </label>
        <label>
          {say.to} <input type="date" name="to" value={period.to} max={today} required />
        </label>
        <button type="submit">{say.showPeriod}</button>
      </form>
    </nav>
  )
}
