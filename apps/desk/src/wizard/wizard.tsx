/** WIZ-1 to WIZ-5: one draft on five screens, saved automatically and continued on any device. */
import { Button } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import {
  getWizardState,
  listWizardTemplates,
  type WizardState,
  type WizardTemplate,
} from '#contracts/wizard.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { Kind } from './kind.tsx'
import { People } from './people.tsx'
import { Place } from './place.tsx'
import { Preview } from './preview.tsx'
import { Rooms } from './rooms.tsx'
import { resume, type Stage, stages, stepsOf } from './search.ts'
import { type StageProps, stepOf } from './stage.ts'
import { type Saver, useSaver } from './use-saver.ts'
import './wizard.css'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { wizardMessages } from './messages.ts'

const Done = lazyComponent(async () => (await import('./done.tsx')).Done)

const route = getRouteApi('/wizard')

const Steps = ({ state, stage }: { state: WizardState; stage: Stage }) => {
  const t = useMessages(wizardMessages)
  const note = (one: Stage): string | undefined => {
    const steps = stepsOf(one).map((name) => stepOf(state, name))
    const faults = steps.reduce((sum, step) => sum + step.faults.length, 0)
    if (faults > 0) return t.hasFaults({ count: faults })
    if (one === 'kind') return state.run === 'IN_PROGRESS' ? t.done : undefined
    return steps.length > 0 && steps.every((step) => step.state !== 'PENDING') ? t.done : undefined
  }
  return (
    <nav aria-label={t.steps}>
      <ol className="wizard-steps">
        {stages.map((one) => {
          const text = note(one)
          return (
            <li key={one}>
              <Link
                to="/wizard"
                search={{ step: one }}
                aria-label={[t.stage[one], text].filter(Boolean).join(' ')}
                {...(one === stage ? { 'aria-current': 'step' as const } : {})}
              >
                <span>{t.stage[one]}</span> {text ? <small>{text}</small> : null}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** Saves the proposed values of steps that were not touched. */
const asProposed = (state: WizardState, stage: Stage, saver: Saver) =>
  stepsOf(stage)
    .map((name) => stepOf(state, name))
    .filter(({ name, state: how }) => how === 'PENDING' && !saver.hasUnsaved(name))
    .map(({ name, data: { counts, rows, ...data } }) => ({
      step: name,
      data: counts ? { counts } : rows ? { rows } : data,
    }))

const WizardStatus = ({ state, saver }: { state: WizardState; saver: Saver }) => {
  const t = useMessages(wizardMessages)
  const { ago } = useFormat()
  const text = saver.busy
    ? t.saving
    : saver.waiting
      ? t.unsaved
      : state.updatedAt && state.updatedBy
        ? t.savedBy({ ago: ago(state.updatedAt), name: state.updatedBy.name })
        : ''
  return (
    <span role="status" className="quiet">
      {text}
    </span>
  )
}

/** On every step, so that nobody mistakes the example for their own data. */
const ExampleBand = ({ onClear }: { onClear: () => void }) => {
  const t = useMessages(wizardMessages)
  return (
    <div className="error-panel calm" role="note">
      <p className="error-title">{t.isExample}</p>
      <p>{t.isExampleHelp}</p>
      <div className="actions">
        <Button onClick={onClear}>{t.clearExample}</Button>
      </div>
    </div>
  )
}

const stageViews: Readonly<Partial<Record<Stage, ComponentType<StageProps>>>> = {
  place: Place,
  rooms: Rooms,
  people: People,
}

interface DraftProps {
  readonly state: WizardState
  readonly stage: Stage
  readonly templates: readonly WizardTemplate[]
}

const Draft = ({ state, stage, templates }: DraftProps) => {
  const t = useMessages(wizardMessages)
  const navigate = useNavigate()
  const saver = useSaver()
  /** version in which the example was cleared; when it arrives, the fields are reset */
  const [cleared, setCleared] = useState(0)
  /** while changing the step, further presses are ignored, since they would concern the former step */
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    if (stage) setLeaving(false)
  }, [stage])
  const at = stages.indexOf(stage)
  const go = (step: Stage | undefined): void => void navigate({ to: '/wizard', search: { step } })
  const leave = async (step: Stage | undefined, may: () => Promise<boolean>): Promise<void> => {
    setLeaving(true)
    let left = false
    try {
      left = await may()
    } finally {
      if (!left) setLeaving(false)
    }
    if (left) go(step)
  }
  const next = (): Promise<void> =>
    leave(stages[at + 1], async () => {
      const saved = await saver.now(...asProposed(state, stage, saver))
      if (saved && stepsOf(stage).every((name) => stepOf(saved, name).faults.length === 0)) return true
      document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return false
    })
  const skip = (): Promise<void> =>
    leave(stages[at + 1], async () => {
      const skipped = stepsOf(stage).map((step) => ({ step, skip: true as const }))
      return (await saver.now(...skipped)) !== undefined
    })
  const back = (): Promise<void> =>
    leave(stages[at - 1], async () => !saver.isDirty() || (await saver.now()) !== undefined)
  const dismiss = async (): Promise<void> => {
    if (await saver.now({ dismiss: true })) void navigate({ to: '/' })
  }
  const clearExample = async (): Promise<void> => {
    const saved = await saver.now({ step: 'BUILDING', data: {} })
    if (!saved) return
    setCleared(saved.version)
    go('place')
  }
  const StageView = stageViews[stage]
  return (
    <>
      {saver.overtaken ? (
        <div className="error-panel calm" role="alert">
          <p className="error-title">{t.overtaken({ name: state.updatedBy?.name ?? '' })}</p>
          <div className="actions">
            <Button onClick={() => void saver.takeTheirs()}>{t.takeTheirs}</Button>
            <Button onClick={() => void saver.keepMine()}>{t.keepMine}</Button>
          </div>
        </div>
      ) : null}
      {saver.error ? <ErrorPanel error={saver.error} onRetry={() => void saver.now()} /> : null}
      {stage !== 'kind' && stepOf(state, 'BUILDING').data.example ? (
        <ExampleBand onClear={() => void clearExample()} />
      ) : null}
      <div key={`${stage} ${saver.edition} ${Math.min(state.version, cleared)}`}>
        {stage === 'kind' ? (
          <Kind
            state={state}
            templates={templates}
            onChoose={(template) =>
              void saver.now({ template }).then((saved) => (saved ? go('place') : undefined))
            }
          />
        ) : null}
        {StageView ? <StageView state={state} saver={saver} templates={templates} /> : null}
        {stage === 'print' ? <Preview state={state} saver={saver} /> : null}
      </div>
      <div className="wizard-foot">
        {at > 0 ? (
          <Button disabled={leaving} onClick={() => void back()}>
            {t.back}
          </Button>
        ) : null}
        {StageView ? (
          <>
            <Button variant="filled" loading={saver.busy || leaving} onClick={() => void next()}>
              {t.next}
            </Button>
            <Button variant="subtle" disabled={leaving} onClick={() => void skip()}>
              {t.skip}
            </Button>
          </>
        ) : null}
        {stage === 'kind' && state.run === 'NOT_STARTED' ? (
          <Button variant="subtle" onClick={() => void dismiss()}>
            {t.notNow}
          </Button>
        ) : null}
        <WizardStatus state={state} saver={saver} />
      </div>
    </>
  )
}

export const Page: ComponentType = () => {
  const t = useMessages(wizardMessages)
  const { places } = useMessages()
  const { step } = route.useSearch()
  const navigate = route.useNavigate()
  const first = useApi(getWizardState, {}, { live: 'none' })
  const applied = first.data?.run === 'APPLIED' ? first.data.result : null
  // After creation it polls for the first scan; before that only this person changes it here.
  const state = useApi(
    getWizardState,
    {},
    applied?.first ? { live: 'read', about: applied.first.amenityId } : { live: 'none' },
  )
  const another = applied !== null && step === 'kind'
  const templates = useApi(
    listWizardTemplates,
    {},
    { enabled: first.data !== undefined && (applied === null || another), staleMinutes: 60 },
  )
  const name = first.data && stepOf(first.data, 'BUILDING').data.name?.trim()
  return (
    <Screen
      title={applied && !another ? (name ? t.made({ name }) : t.madeRest) : places.wizard.name}
      breadcrumb={<Breadcrumb name="wizard" />}
    >
      <QueryView of={state}>
        {(data) => {
          if (applied && !another)
            return (
              <Suspense fallback={null}>
                <Done
                  state={data}
                  result={applied}
                  onAnother={() => void navigate({ search: { step: 'kind' } })}
                />
              </Suspense>
            )
          const stage = step ?? resume(data)
          return (
            <>
              <Steps state={data} stage={stage} />
              <QueryView of={templates}>
                {(all) => <Draft state={data} stage={stage} templates={all.items} />}
              </QueryView>
            </>
          )
        }}
      </QueryView>
    </Screen>
  )
}
