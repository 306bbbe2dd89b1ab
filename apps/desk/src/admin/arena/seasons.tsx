/** The last ten seasons: planned, started and ended by hand or by time. */
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type AdminSeason, updateSeason } from '#contracts/arena/admin.ts'
import type { SeasonState } from '#contracts/arena/records.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { Table } from '#desk-kit/parts/table.tsx'
import { arenaMessages } from './messages.ts'

const SeasonForm = lazyComponent(async () => (await import('./season-form.tsx')).SeasonForm)

const tones: Record<SeasonState, Tone> = { DRAFT: 'info', ACTIVE: 'good', SETTLING: 'warn', CLOSED: 'muted' }
type Step = 'start' | 'end' | 'close'
const steps: Record<SeasonState, readonly Step[]> = {
  DRAFT: ['start', 'close'],
  ACTIVE: ['end'],
  SETTLING: ['close'],
  CLOSED: [],
}
const stateAfter = { start: 'ACTIVE', end: 'SETTLING', close: 'CLOSED' } as const

type Open = { readonly form: AdminSeason | undefined } | { readonly season: AdminSeason; readonly step: Step }

const Dates = ({ season }: { season: AdminSeason }) => {
  const t = useMessages(arenaMessages)
  const { date } = useFormat()
  const { startsAt, endsAt, settlesUntil, state } = season
  return (
    <>
      {/* It ends at the beginning of the day after its last. */}
      {t.dates({ from: date(startsAt), to: date(new Date(Date.parse(endsAt) - 1).toISOString()) })}
      {state === 'SETTLING' ? <div>{t.settles({ day: date(settlesUntil) })}</div> : null}
    </>
  )
}

const Rules = ({ season: { rules } }: { season: AdminSeason }) => {
  const t = useMessages(arenaMessages)
  return (
    <details>
      <summary>{t.rulesOf}</summary>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </details>
  )
}

export const Seasons = ({ seasons }: { seasons: readonly AdminSeason[] }) => {
  const { words } = useMessages()
  const t = useMessages(arenaMessages)
  const { number } = useFormat()
  const [open, setOpen] = useState<Open>()
  const close = (): void => setOpen(undefined)
  return (
    <Section
      title={t.seasons}
      actions={<Button onClick={() => setOpen({ form: undefined })}>{t.newSeason}</Button>}
    >
      {seasons.length === 0 ? (
        <p className="quiet">{t.noSeasons}</p>
      ) : (
        <Table
          caption={t.seasons}
          rows={seasons}
          columns={[
            {
              key: 'name',
              head: t.season,
              cell: (season) => (
                <>
                  <strong>{season.name}</strong>
                  <Rules season={season} />
                </>
              ),
            },
            {
              key: 'state',
              head: t.state,
              cell: ({ state }) => <Mark tone={tones[state]}>{t.seasonStates[state]}</Mark>,
            },
            {
              key: 'dates',
              head: t.period,
              cell: (season) => <Dates season={season} />,
            },
            {
              key: 'players',
              head: t.joined,
              end: true,
              cell: ({ players, state }) =>
                state === 'DRAFT' ? null : players === null ? t.fewer : number(players),
            },
            {
              key: 'actions',
              head: words.edit,
              actions: true,
              cell: (season) => (
                <div className="actions">
                  {season.state === 'DRAFT' || season.state === 'ACTIVE' ? (
                    <Button size="compact-sm" onClick={() => setOpen({ form: season })}>
                      {words.edit}
                    </Button>
                  ) : null}
                  {steps[season.state].map((step) => (
                    <Button key={step} size="compact-sm" onClick={() => setOpen({ season, step })}>
                      {t.steps[step]}
                    </Button>
                  ))}
                </div>
              ),
            },
          ]}
        />
      )}
      {open && 'form' in open ? (
        <Suspense>
          <SeasonForm season={open.form} onClose={close} />
        </Suspense>
      ) : null}
      {open && 'step' in open ? (
        <Confirm
          title={t.stepTitles[open.step]({ name: open.season.name })}
          submit={t.steps[open.step]}
          call={callOf(updateSeason, {
            params: { id: open.season.id },
            body: { state: stateAfter[open.step] },
            ifMatch: open.season.version,
          })}
          onClose={close}
        >
          {t.stepHelp[open.step]}
        </Confirm>
      ) : null}
    </Section>
  )
}
