/** WIZ-5, before creation: what will be created, and faults to fix. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ApiError } from '#client/errors.ts'
import { applyWizard, previewWizard, type WizardPreview } from '#contracts/wizard.ts'
import { client, useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { wizardMessages } from './messages.ts'
import { OverLimit } from './plan-limit.tsx'
import { stages, stepsOf } from './search.ts'
import { type StageProps, stepOf } from './stage.ts'

const Look = lazyComponent(async () => (await import('./look.tsx')).Look)

const mostShown = 10

/** The step whose rows take of a limit. */
const listOf = { buildings: undefined, qrCodes: 'AMENITIES', members: 'TEAM' } as const

type PreviewProps = Pick<StageProps, 'state' | 'saver'>

const Obstacles = ({ preview, state, saver }: PreviewProps & { preview: WizardPreview }) => {
  const t = useMessages(wizardMessages)
  const over = preview.limits.filter(({ fits }) => !fits)
  if (preview.faults.length + over.length === 0) return null
  return (
    <Section title={t.fixFirst}>
      {over.map(({ name, used, adds, allowed }) => {
        const step = listOf[name]
        return (
          <OverLimit
            key={name}
            quota={name}
            used={used}
            adds={adds}
            allowed={allowed ?? 0}
            {...(step
              ? {
                  rows: stepOf(state, step).data.rows ?? [],
                  onSkip: (rows) => void saver.now({ step, data: { rows } }),
                }
              : {})}
          />
        )
      })}
      <ul className="wizard-list">
        {preview.faults.slice(0, mostShown).map(({ step, row, column, message }) => {
          const stage = stages.find((one) => stepsOf(one).includes(step)) ?? 'place'
          return (
            <li key={`${step} ${row} ${column}`}>
              <Link to="/wizard" search={{ step: stage }}>
                {t.stage[stage]}
              </Link>
              : {t.inRow({ row, message })}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

const Counts = ({ preview, hours }: { preview: WizardPreview; hours: boolean }) => {
  const t = useMessages(wizardMessages)
  return (
    <ul className="wizard-list">
      <li>
        {t.buildings({ count: preview.buildings })}
        {hours ? ` · ${t.ownHours}` : ''}
      </li>
      <li>{t.floorCount({ count: preview.locations })}</li>
      <li>{t.roomCount({ count: preview.amenities })}</li>
      <li>{t.stickers({ count: preview.qrCodes })}</li>
      <li>{t.peopleCount({ count: preview.users })}</li>
      <li>{t.rules({ count: preview.alertRules })}</li>
    </ul>
  )
}

export const Preview = ({ state, saver }: PreviewProps) => {
  const t = useMessages(wizardMessages)
  const preview = useQuery<WizardPreview, ApiError>({
    queryKey: ['wizard-preview', state.version],
    queryFn: ({ signal }) => client.call(previewWizard, {}, { signal }),
  })
  const apply = useAction(applyWizard, { withMe: true })
  const { name, hours } = stepOf(state, 'BUILDING').data
  return (
    <QueryView of={preview}>
      {(data) => (
        <>
          <Section title={name?.trim() ? name : t.summary} className="first">
            <Counts preview={data} hours={data.buildings > 0 && hours !== undefined} />
          </Section>
          <Obstacles preview={data} state={state} saver={saver} />
          <Suspense fallback={null}>
            <Look />
          </Suspense>
          {apply.error ? <ErrorPanel error={apply.error} /> : null}
          {data.ready ? (
            <p className="wizard-action">
              <Button
                variant="filled"
                loading={apply.isPending}
                onClick={() =>
                  apply.mutate({
                    body: { version: data.version, ...(data.example ? { example: true as const } : {}) },
                  })
                }
              >
                {data.example ? t.createExample : data.buildings > 0 ? t.create : t.createRest}
              </Button>
              <span className="quiet">{t.nothingYet}</span>
            </p>
          ) : null}
        </>
      )}
    </QueryView>
  )
}
