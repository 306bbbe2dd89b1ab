/** Editor of an escalation rule, with the rule read back as a sentence. */
import { Checkbox, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import {
  createEscalationRule,
  type EscalationAction,
  type EscalationLevel,
  type EscalationRule,
  updateEscalationRule,
} from '#contracts/escalation/rules.ts'
import type { Scope } from '#contracts/kit/scope.ts'
import { priorities } from '#contracts/records.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { check, Group, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useEntitled } from '#desk-kit/lib/me.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { ScopeFields } from '../scope-fields.tsx'
import { ScopeText } from '../scope-text.tsx'
import { TargetSelect } from '../target-select.tsx'
import { escalationMessages } from './messages.ts'
import { EscalationSentence } from './sentence.tsx'

const clocks = ['RESPOND', 'RESOLVE', 'DUE'] as const
const people = ['ASSIGNEE', 'MANAGER', 'ADMIN'] as const
const kinds = ['PERCENT', 'MINUTES'] as const

/** `count` is '' while the field is empty. */
interface LevelDraft {
  readonly clock: EscalationLevel['clock']
  readonly kind: (typeof kinds)[number]
  readonly count: number | ''
}

interface Draft {
  readonly name: string
  readonly enabled: boolean
  readonly scope: Scope
  readonly level: LevelDraft
  readonly then: EscalationAction
}

const levelDraft = ({ clock, atPercent, minutesOverdue }: EscalationLevel): LevelDraft =>
  atPercent === undefined
    ? { clock, kind: 'MINUTES', count: minutesOverdue ?? 0 }
    : { clock, kind: 'PERCENT', count: atPercent }

const draftOf = (rule: EscalationRule | undefined): Draft => ({
  name: rule?.name ?? '',
  enabled: rule?.enabled ?? true,
  scope: rule?.scope ?? {},
  level: levelDraft(rule?.level ?? { clock: 'RESOLVE', atPercent: 75 }),
  then: rule?.then ?? {},
})

const levelFrom = ({ clock, kind, count }: LevelDraft): EscalationLevel =>
  kind === 'PERCENT' ? { clock, atPercent: Number(count) } : { clock, minutesOverdue: Number(count) }

const bodyOf = (draft: Draft) => ({ ...draft, name: draft.name.trim(), level: levelFrom(draft.level) })

const boundsOf = (kind: LevelDraft['kind']): { readonly min: number; readonly max: number } => {
  const field = kind === 'PERCENT' ? 'level.atPercent' : 'level.minutesOverdue'
  const { minimum = 0, maximum = 0 } = bodyField(createEscalationRule, field) ?? {}
  return { min: minimum, max: maximum }
}

const isLevel = ({ kind, count }: LevelDraft): boolean => {
  const { min, max } = boundsOf(kind)
  return Number.isInteger(count) && Number(count) >= min && Number(count) <= max
}

const doesNothing = ({ notify = [], priority, assign }: EscalationAction): boolean =>
  notify.length === 0 && priority === undefined && assign === undefined

/** Leaves out actions that change nothing. */
const without = (then: { readonly [K in keyof EscalationAction]?: EscalationAction[K] | undefined }) =>
  Object.fromEntries(
    Object.entries(then).filter(([, part]) => part !== undefined && !(Array.isArray(part) && !part.length)),
  ) as EscalationAction

const LevelFields = ({ level, set }: { level: LevelDraft; set: (level: LevelDraft) => void }) => {
  const t = useMessages(escalationMessages)
  return (
    <div className="two">
      <NativeSelect
        label={t.clock}
        value={level.clock}
        onChange={(event) => set({ ...level, clock: event.currentTarget.value as LevelDraft['clock'] })}
        data={clocks.map((value) => ({ value, label: t.clocks[value] }))}
      />
      <NativeSelect
        label={t.kind}
        value={level.kind}
        onChange={(event) => {
          const kind = event.currentTarget.value as LevelDraft['kind']
          set({ ...level, kind, count: kind === 'PERCENT' ? 100 : 30 })
        }}
        data={kinds.map((value) => ({ value, label: t.kinds[value] }))}
      />
      <NumberInput
        label={level.kind === 'PERCENT' ? t.percent : t.minutes}
        {...boundsOf(level.kind)}
        allowDecimal={false}
        value={level.count}
        onChange={(count) => set({ ...level, count: count === '' ? '' : Number(count) })}
      />
    </div>
  )
}

interface ThenFieldsProps {
  readonly then: EscalationAction
  readonly set: (part: { readonly [K in keyof EscalationAction]?: EscalationAction[K] | undefined }) => void
}

const ThenFields = ({ then, set }: ThenFieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(escalationMessages)
  const shifts = useEntitled('SHIFT_ROUTING')
  const summary = useApi(taskSummary, {}, { staleMinutes: 10 })
  const notified = then.notify ?? []
  const isOnCall = Boolean(then.assign && 'onCall' in then.assign)
  return (
    <>
      <fieldset className="plain-fieldset">
        <legend>{t.notify}</legend>
        <div className="actions">
          {people.map((one) => (
            <Checkbox
              key={one}
              label={t.people[one]}
              checked={notified.includes(one)}
              onChange={(event) =>
                set({
                  notify: people.filter((other) =>
                    other === one ? event.currentTarget.checked : notified.includes(other),
                  ),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <div className="two">
        <NativeSelect
          label={t.priority}
          value={then.priority ?? ''}
          onChange={(event) =>
            set({ priority: (event.currentTarget.value || undefined) as EscalationAction['priority'] })
          }
          data={[
            { value: '', label: t.keepPriority },
            { value: 'UP', label: t.raise },
            ...priorities.map((value) => ({ value, label: words.priority[value] })),
          ]}
        />
        <TargetSelect
          label={t.assign}
          nobody={t.keepAssignee}
          pool={t.toPool}
          onCall={shifts || isOnCall ? t.onCall : undefined}
          assignees={summary.data?.assignees ?? []}
          value={then.assign}
          onChange={(assign) => set({ assign })}
        />
      </div>
      {summary.error ? <ErrorPanel error={summary.error} /> : null}
    </>
  )
}

interface RuleEditorProps {
  /** the current version; undefined: creates one */
  readonly rule: EscalationRule | undefined
  readonly onClose: () => void
}

export const RuleEditor = ({ rule, onClose }: RuleEditorProps) => {
  const { words } = useMessages()
  const t = useMessages(escalationMessages)
  const create = useAction(createEscalationRule)
  const update = useAction(updateEscalationRule)
  const form = useForm({
    record: rule,
    draft: draftOf,
    write: bodyOf,
    body: createEscalationRule,
    check: ({ name, level, then }) => ({
      name: name.trim() === '' && t.nameNeeded,
      level: !isLevel(level) && t.levelNeeded,
      then: doesNothing(then) && t.actionNeeded,
    }),
    create: (body) => create.mutateAsync({ body }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const { scope, level, then } = form.values
  const sentence = (part: Partial<Draft>) => (
    <EscalationSentence
      scope={part.scope ?? scope}
      level={levelFrom(part.level ?? level)}
      then={part.then ?? then}
    />
  )
  return (
    <FormDialog form={form} title={rule ? t.editTitle : t.newRule} submit={words.save} onClose={onClose} wide>
      <p className="rule-sentence" aria-live="polite">
        {sentence({})}
      </p>
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <Group form={form} name="level" legend={t.when} format={(theirs) => sentence({ level: theirs })}>
        <LevelFields level={level} set={(next) => form.set({ level: next })} />
      </Group>
      <Group form={form} name="scope" legend={t.where} format={(theirs) => <ScopeText scope={theirs} />}>
        <ScopeFields withLocations scope={scope} onChange={(next) => form.set({ scope: next })} />
      </Group>
      <Group form={form} name="then" legend={t.then} format={(theirs) => sentence({ then: theirs })}>
        <ThenFields then={then} set={(part) => form.set({ then: without({ ...then, ...part }) })} />
      </Group>
      <Switch {...check(form, 'enabled', words.ruleOn)} />
    </FormDialog>
  )
}
