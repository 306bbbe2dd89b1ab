/** Editor of a routing rule, with the rule read back as a sentence and tried on the tasks of the last 30 days. */
import { Button, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Matches } from '#contracts/kit/pieces.ts'
import { type Priority, priorities } from '#contracts/records.ts'
import {
  createRoutingRule,
  listRoutingRules,
  type RoutingAction,
  type RoutingConditions,
  type RoutingRule,
  updateRoutingRule,
} from '#contracts/routing/rules.ts'
import type { AssignTarget } from '#contracts/routing/targets.ts'
import type { Assignee, TaskSource } from '#contracts/tasks/records.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { check, Group, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { client, useAction, useApi } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useEntitled } from '#desk-kit/lib/me.ts'
import { FilterMenu } from '#desk-kit/parts/filters.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { taskMessages } from '../../tasks/messages.ts'
import { taskSources } from '../../tasks/search.ts'
import { ScopeFields } from '../scope-fields.tsx'
import { TargetSelect, targetText } from '../target-select.tsx'
import { HoursFields } from './hours-fields.tsx'
import { routingMessages } from './messages.ts'
import { RoutingSentence } from './sentence.tsx'

const ShadowWarning = lazyComponent(
  async () => (await import('#desk-kit/list/shadow-warning.tsx')).ShadowWarning,
)
const RoutingPreviewRows = lazyComponent(
  async () => (await import('./routing-preview.tsx')).RoutingPreviewRows,
)

interface Draft {
  readonly name: string
  readonly enabled: boolean
  readonly when: RoutingConditions
  readonly then: RoutingAction
}

const draftOf = (rule: RoutingRule | undefined): Draft =>
  rule
    ? { name: rule.name, enabled: rule.enabled, when: rule.when, then: rule.then }
    : { name: '', enabled: true, when: {}, then: {} }

const bodyOf = (draft: Draft) => ({ ...draft, name: draft.name.trim() })

/** Leaves out conditions that match everything. */
const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T

interface WhenFieldsProps {
  readonly when: RoutingConditions
  readonly set: (part: { readonly [K in keyof RoutingConditions]?: RoutingConditions[K] | undefined }) => void
}

const WhenFields = ({ when, set }: WhenFieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(routingMessages)
  const tasks = useMessages(taskMessages)
  const shifts = useEntitled('SHIFT_ROUTING')
  return (
    <>
      <div className="two">
        <NativeSelect
          label={t.rating}
          value={String(when.ratingAtMost ?? '')}
          onChange={(event) => {
            const rating = Number(event.currentTarget.value)
            set({ ratingAtMost: rating === 0 ? undefined : (rating as 1) })
          }}
          data={[
            { value: '', label: t.anyRating },
            ...(['1', '2', '3', '4'] as const).map((rating) => ({
              value: rating,
              label: t.ratingAtMost({ rating: `${rating} ${words.rating[rating]}` }),
            })),
          ]}
        />
        {shifts ? (
          <NativeSelect
            label={t.shift}
            value={when.onShift === undefined ? '' : String(when.onShift)}
            onChange={(event) => {
              const { value } = event.currentTarget
              set({ onShift: value === '' ? undefined : value === 'true' })
            }}
            data={[
              { value: '', label: t.anyShift },
              { value: 'true', label: t.whileOnShift },
              { value: 'false', label: t.whileNobody },
            ]}
          />
        ) : null}
      </div>
      <div className="actions">
        <FilterMenu
          label={t.priority}
          choices={priorities.map((value) => ({ value, label: words.priority[value] }))}
          chosen={when.priorities}
          onChange={(chosen) => set({ priorities: chosen as Priority[] | undefined })}
        />
        <FilterMenu
          label={t.source}
          choices={taskSources.map((value) => ({ value, label: tasks.sources[value] }))}
          chosen={when.sources}
          onChange={(chosen) => set({ sources: chosen as TaskSource[] | undefined })}
        />
      </div>
      <HoursFields hours={when.hours} onChange={(hours) => set({ hours })} />
    </>
  )
}

interface ThenFieldsProps {
  readonly then: RoutingAction
  readonly assignees: readonly Assignee[]
  readonly set: (part: { readonly [K in keyof RoutingAction]?: RoutingAction[K] | undefined }) => void
}

const ThenFields = ({ then, assignees, set }: ThenFieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(routingMessages)
  const shifts = useEntitled('SHIFT_ROUTING')
  return (
    <>
      <div className="two">
        <TargetSelect
          label={t.gives}
          nobody={t.nobodyChosen}
          onCall={shifts || (then.assign && 'onCall' in then.assign) ? t.onCall : undefined}
          assignees={assignees}
          value={then.assign}
          onChange={(assign) =>
            set({ assign, ...(assign === undefined ? { takeWithinMinutes: undefined } : {}) })
          }
        />
        <NativeSelect
          label={t.setPriority}
          value={then.priority ?? ''}
          onChange={(event) =>
            set({ priority: (event.currentTarget.value || undefined) as Priority | undefined })
          }
          data={[
            { value: '', label: t.keepPriority },
            ...priorities.map((priority) => ({ value: priority, label: words.priority[priority] })),
          ]}
        />
      </div>
      {then.assign ? (
        <NumberInput
          label={t.takeWithin}
          description={t.takeWithinHelp}
          min={1}
          max={bodyField(createRoutingRule, 'then.takeWithinMinutes')?.maximum ?? 1}
          allowDecimal={false}
          value={then.takeWithinMinutes ?? ''}
          onChange={(minutes) => set({ takeWithinMinutes: minutes === '' ? undefined : Number(minutes) })}
        />
      ) : null}
    </>
  )
}

interface RoutingEditorProps {
  /** the current version; undefined: creates one */
  readonly rule: RoutingRule | undefined
  readonly onClose: () => void
}

export const RoutingEditor = ({ rule, onClose }: RoutingEditorProps) => {
  const { words } = useMessages()
  const t = useMessages(routingMessages)
  const create = useAction(createRoutingRule)
  const update = useAction(updateRoutingRule)
  const tryNew = useAction(createRoutingRule, { quiet: true })
  const tryKept = useAction(updateRoutingRule, { quiet: true })
  const attempt = rule ? tryKept : tryNew
  const summary = useApi(taskSummary, {}, { staleMinutes: 10 })
  const rules = useApi(listRoutingRules, { query: { pageSize: 100 } })
  const [place, setPlace] = useState<number>()
  const placed = place === undefined ? {} : { position: place }
  const form = useForm({
    record: rule,
    draft: draftOf,
    write: bodyOf,
    body: createRoutingRule,
    check: ({ name, then }) => ({
      name: name.trim() === '' && t.nameNeeded,
      then: then.assign === undefined && then.priority === undefined && t.actionNeeded,
    }),
    create: (body) => create.mutateAsync({ body: { ...body, ...placed } }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const draft = form.values
  const assignees = summary.data?.assignees ?? []
  const who = (assign: AssignTarget | undefined): string | undefined =>
    assign &&
    ('onCall' in assign ? t.onCallInSentence : (targetText(assign, assignees) ?? rule?.target?.name ?? '…'))
  const change = (part: Partial<Draft>): void => {
    attempt.reset()
    form.set(part)
  }
  const sentence = ({ when = draft.when, then = draft.then }: Partial<Draft>) => (
    <RoutingSentence when={when} then={then} who={who(then.assign)} />
  )
  const preview = attempt.data?.wouldHaveMatched
  const tried = {
    name: draft.name.trim() || t.untitled,
    when: draft.when,
    then: draft.then.assign || draft.then.priority ? draft.then : { priority: 'MEDIUM' as const },
    ...placed,
    dryRun: true,
  }
  const tryOut = (): void => {
    if (rule) tryKept.mutate({ params: { id: rule.id }, body: tried })
    else tryNew.mutate({ body: tried })
  }
  const askPage = (matches: Matches) =>
    rule
      ? client.call(updateRoutingRule, { params: { id: rule.id }, body: { ...tried, matches } })
      : client.call(createRoutingRule, { body: { ...tried, matches } })
  return (
    <FormDialog form={form} title={rule ? t.editTitle : t.newRule} submit={words.save} onClose={onClose} wide>
      <p className="rule-sentence" aria-live="polite">
        {sentence({})}
      </p>
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <Group form={form} name="when" legend={t.when} format={(when) => sentence({ when })}>
        <ScopeFields withLocations scope={draft.when} onChange={(when) => change({ when })} />
        <WhenFields
          when={draft.when}
          set={(part) => change({ when: without({ ...draft.when, ...part }) as RoutingConditions })}
        />
      </Group>
      <Group form={form} name="then" legend={t.then} format={(then) => sentence({ then })}>
        <ThenFields
          then={draft.then}
          assignees={assignees}
          set={(part) => change({ then: without({ ...draft.then, ...part }) as RoutingAction })}
        />
      </Group>
      {summary.error ? <ErrorPanel error={summary.error} /> : null}
      {rules.data ? (
        <Suspense>
          <ShadowWarning
            all={rules.data.items}
            own={rule?.id}
            conditions={draft.when}
            onPlace={(position) => {
              attempt.reset()
              setPlace(position)
            }}
          />
        </Suspense>
      ) : null}
      <Switch {...check(form, 'enabled', words.ruleOn)} />
      <div>
        <Button loading={attempt.isPending} onClick={tryOut}>
          {t.tryOut}
        </Button>
      </div>
      {preview ? (
        <Suspense>
          <RoutingPreviewRows key={attempt.submittedAt} preview={preview} ask={askPage} />
        </Suspense>
      ) : null}
      {attempt.error ? <ErrorPanel error={attempt.error} /> : null}
    </FormDialog>
  )
}
