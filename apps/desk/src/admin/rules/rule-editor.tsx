/** Editor of an alert rule, with the rule read back as a sentence and tried on the last 30 days. */
import { Button, Checkbox, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import {
  type AlertRule,
  type AlertRuleCreated,
  type AlertRuleUpdated,
  createAlertRule,
  updateAlertRule,
} from '#contracts/alerts/rules.ts'
import type { Matches } from '#contracts/kit/pieces.ts'
import { type Role, roles } from '#contracts/kit/vocabulary.ts'
import { type Priority, priorities } from '#contracts/records.ts'
import { check, Group, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { client, useAction } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { adminMessages } from '../messages.ts'
import { ScopeFields, useIssueChoices } from '../scope-fields.tsx'
import { ruleMessages } from './messages.ts'
import { RuleSentence } from './rule-sentence.tsx'

const RulePreview = lazyComponent(async () => (await import('./rule-preview.tsx')).RulePreview)

export type RuleKind = AlertRule['trigger']['kind']
export type ActionKind = AlertRule['action']['kind']
const kinds: readonly RuleKind[] = ['ISSUE', 'RATING', 'COUNT', 'USAGE', 'REPEAT']
const counts = (kind: RuleKind): boolean => kind === 'COUNT' || kind === 'USAGE' || kind === 'REPEAT'
const actions: readonly ActionKind[] = ['TASK', 'NOTICE', 'RAISE_PRIORITY']
/** Only rules about single reports can raise a priority. */
const actionsOf = (kind: RuleKind): readonly ActionKind[] =>
  kind === 'USAGE' || kind === 'REPEAT' ? actions.filter((action) => action !== 'RAISE_PRIORITY') : actions

const blank: Pick<AlertRule, 'name' | 'enabled' | 'trigger' | 'scope' | 'action' | 'windowMinutes'> = {
  name: '',
  enabled: true,
  trigger: { kind: 'ISSUE', maxRating: null, withoutIssue: false, safety: false, count: null },
  scope: {},
  action: { kind: 'TASK', priority: null, category: null, notify: [] },
  windowMinutes: null,
}
type Draft = typeof blank

const draftOf = (rule: AlertRule | undefined): Draft =>
  rule
    ? {
        name: rule.name,
        enabled: rule.enabled,
        trigger: rule.trigger,
        scope: rule.scope,
        action: rule.action,
        windowMinutes: rule.windowMinutes,
      }
    : blank

/** Keeps only the fields of this kind; the service accepts unused ones. */
const triggerOf = ({ trigger }: Draft): Draft['trigger'] => ({
  kind: trigger.kind,
  maxRating: trigger.kind === 'RATING' ? (trigger.maxRating ?? 2) : null,
  withoutIssue: trigger.kind === 'RATING' && trigger.withoutIssue,
  safety: trigger.kind === 'ISSUE' && trigger.safety,
  count: counts(trigger.kind) ? (trigger.count ?? 3) : null,
})

/**
 * For a usage rule the issue is that of its task, cleaning by default; other rules match the issue that visitors
 * named.
 */
const withIssue = ({ scope, action }: Draft, category: string | null): Pick<Draft, 'scope' | 'action'> => {
  const { categories: _, ...rest } = scope
  return { scope: rest, action: { ...action, category } }
}

/** Empty lists are left out of the scope, so that it matches all. */
const scopeOf = ({ buildingIds, locationIds, types, categories }: Draft['scope']) => ({
  buildingIds: buildingIds ?? null,
  locationIds: locationIds ?? null,
  types: types ?? null,
  categories: categories ?? null,
})

interface TriggerFieldsProps {
  readonly draft: Draft
  readonly set: (part: Partial<Draft['trigger']>) => void
}

const TriggerFields = ({ draft, set }: TriggerFieldsProps) => {
  const { words } = useMessages()
  const rules = useMessages(ruleMessages)
  const { trigger } = draft
  return (
    <div className="two">
      <NativeSelect
        label={rules.when}
        value={trigger.kind}
        onChange={(event) => set({ kind: event.currentTarget.value as RuleKind })}
        data={kinds.map((kind) => ({ value: kind, label: rules.kinds[kind] }))}
      />
      {trigger.kind === 'ISSUE' ? (
        <Checkbox
          label={rules.safetyOnly}
          checked={trigger.safety}
          onChange={(event) => set({ safety: event.currentTarget.checked })}
        />
      ) : null}
      {trigger.kind === 'RATING' ? (
        <>
          <NativeSelect
            label={rules.maxRating}
            value={String(trigger.maxRating ?? 2)}
            onChange={(event) => set({ maxRating: Number(event.currentTarget.value) })}
            data={(['1', '2', '3', '4', '5'] as const).map((rating) => ({
              value: rating,
              label: `${rating} ${words.rating[rating]}`,
            }))}
          />
          <Checkbox
            label={rules.withoutIssue}
            checked={trigger.withoutIssue}
            onChange={(event) => set({ withoutIssue: event.currentTarget.checked })}
          />
        </>
      ) : null}
      {counts(trigger.kind) ? (
        <NumberInput
          label={rules.count}
          min={trigger.kind === 'REPEAT' ? 2 : 1}
          max={100_000}
          allowDecimal={false}
          value={trigger.count ?? 3}
          onChange={(count) => set({ count: Number(count) || 1 })}
        />
      ) : null}
    </div>
  )
}

interface ActionFieldsProps {
  readonly draft: Draft
  readonly set: (part: Partial<Draft['action']>) => void
  /** sets the issue of the task */
  readonly choose: (category: string) => void
}

/** Issue of the task of a usage rule; without one the service uses OTHER. */
const IssueSelect = ({ draft, choose }: Omit<ActionFieldsProps, 'set'>) => {
  const rules = useMessages(ruleMessages)
  const { issue } = useNames()
  const choices = useIssueChoices()
  const value = draft.action.category ?? 'OTHER'
  const known = choices.some((choice) => choice.value === value)
  return (
    <NativeSelect
      label={rules.issue}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
      data={known ? choices : [...choices, { value, label: issue(value) }]}
    />
  )
}

const ActionFields = ({ draft, set, choose }: ActionFieldsProps) => {
  const { words } = useMessages()
  const rules = useMessages(ruleMessages)
  const house = useMessages(adminMessages)
  const { action } = draft
  return (
    <>
      <div className="two">
        <NativeSelect
          label={rules.effect}
          value={action.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as ActionKind })}
          data={actionsOf(draft.trigger.kind).map((kind) => ({ value: kind, label: rules.acts[kind] }))}
        />
        {action.kind === 'TASK' ? (
          <NativeSelect
            label={house.priority}
            value={action.priority ?? ''}
            onChange={(event) => set({ priority: (event.currentTarget.value || null) as Priority | null })}
            data={[
              { value: '', label: rules.priorityOfIssue },
              ...priorities.map((priority) => ({ value: priority, label: words.priority[priority] })),
            ]}
          />
        ) : null}
        {action.kind === 'TASK' && draft.trigger.kind === 'USAGE' ? (
          <IssueSelect draft={draft} choose={choose} />
        ) : null}
      </div>
      <fieldset>
        <legend>{rules.tellWhom}</legend>
        {roles.map((role: Role) => (
          <Checkbox
            key={role}
            label={rules.people[role]}
            checked={action.notify.includes(role)}
            onChange={() =>
              set({
                notify: action.notify.includes(role)
                  ? action.notify.filter((one) => one !== role)
                  : [...action.notify, role],
              })
            }
          />
        ))}
      </fieldset>
    </>
  )
}

interface RuleEditorProps {
  /** the current version; undefined: creates one */
  readonly rule: AlertRule | undefined
  readonly onClose: () => void
}

const bodyOf = (draft: Draft) => ({
  ...draft,
  scope: scopeOf(draft.scope),
  trigger: triggerOf(draft),
  name: draft.name.trim(),
})

export const RuleEditor = ({ rule, onClose }: RuleEditorProps) => {
  const { words } = useMessages()
  const rules = useMessages(ruleMessages)
  const create = useAction(createAlertRule)
  const update = useAction(updateAlertRule)
  const tryNew = useAction(createAlertRule, { quiet: true })
  const tryKept = useAction(updateAlertRule, { quiet: true })
  const attempt = rule ? tryKept : tryNew
  const form = useForm({
    record: rule,
    draft: draftOf,
    write: bodyOf,
    body: createAlertRule,
    check: ({ name, action }) => ({
      name: name.trim() === '' && rules.nameNeeded,
      action: action.kind === 'NOTICE' && action.notify.length === 0 && rules.noticeNeedsPeople,
    }),
    create: (body) => create.mutateAsync({ body }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const draft = form.values
  const change = (part: Partial<Draft>): void => {
    attempt.reset()
    form.set(part)
  }
  const tried = { ...bodyOf(draft), name: draft.name.trim() || rules.untitled, dryRun: true }
  const tryOut = (): void => {
    if (rule) tryKept.mutate({ params: { id: rule.id }, body: tried })
    else tryNew.mutate({ body: tried })
  }
  const askPage = (matches: Matches): Promise<AlertRuleUpdated | AlertRuleCreated> =>
    rule
      ? client.call(updateAlertRule, { params: { id: rule.id }, body: { ...tried, matches } })
      : client.call(createAlertRule, { body: { ...tried, matches } })
  const parts = { ...draft, trigger: triggerOf(draft) }
  const sentence = (part: Partial<Draft>) => <RuleSentence rule={{ ...parts, ...part }} />
  const windowMinutes = value(form, 'windowMinutes', rules.window)
  return (
    <FormDialog
      form={form}
      title={rule ? rules.editTitle : rules.newRule}
      submit={words.save}
      onClose={onClose}
      wide
    >
      <p className="rule-sentence" aria-live="polite">
        <RuleSentence rule={parts} />
      </p>
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <Group
        form={form}
        name="trigger"
        legend={rules.when}
        unlabelled
        format={(trigger) => sentence({ trigger })}
      >
        <TriggerFields
          draft={draft}
          set={(part) => {
            const trigger = { ...draft.trigger, ...part }
            const isUsage = trigger.kind === 'USAGE'
            const kind = actionsOf(trigger.kind).includes(draft.action.kind) ? draft.action.kind : 'TASK'
            const fitting = { ...draft, action: { ...draft.action, kind } }
            change({
              trigger,
              ...(isUsage === (draft.trigger.kind === 'USAGE')
                ? { action: fitting.action }
                : withIssue(fitting, isUsage ? 'NOT_CLEAN' : null)),
            })
          }}
        />
      </Group>
      <Group form={form} name="scope" legend={rules.where} format={(scope) => sentence({ scope })}>
        <ScopeFields
          withLocations
          withoutIssues={draft.trigger.kind === 'USAGE'}
          scope={draft.scope}
          onChange={(scope) => change({ scope })}
        />
      </Group>
      <NumberInput
        {...windowMinutes}
        description={rules.windowHelp}
        min={1}
        max={bodyField(createAlertRule, 'windowMinutes')?.maximum ?? 1}
        allowDecimal={false}
        value={draft.windowMinutes ?? ''}
        onChange={(minutes) => change({ windowMinutes: minutes === '' ? null : Number(minutes) })}
      />
      <Group
        form={form}
        name="action"
        legend={rules.effect}
        unlabelled
        format={(action) => sentence({ action })}
      >
        <ActionFields
          draft={draft}
          set={(part) => change({ action: { ...draft.action, ...part } })}
          choose={(category) => change(withIssue(draft, category))}
        />
      </Group>
      <Switch {...check(form, 'enabled', words.ruleOn)} />
      <div>
        <Button loading={attempt.isPending} onClick={tryOut}>
          {rules.tryOut}
        </Button>
      </div>
      {attempt.data ? (
        <Suspense>
          <RulePreview key={attempt.submittedAt} preview={attempt.data} ask={askPage} />
        </Suspense>
      ) : null}
      {attempt.error ? <ErrorPanel error={attempt.error} /> : null}
    </FormDialog>
  )
}
