/** One rule, built part by part, read back as a sentence, tried against the last 30 days. */
import { Button, Checkbox, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type AlertRule, createAlertRule, updateAlertRule } from '#contracts/admin/alert-rules.ts'
import { listAmenityTypes } from '#contracts/admin/amenity-types.ts'
import { type Role, roles } from '#contracts/kit/vocabulary.ts'
import { type Priority, priorities } from '#contracts/records.ts'
import { useAct, useApi } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useNames, useT } from '../../lib/language.tsx'
import { FormDialog } from '../../parts/dialog.tsx'
import { FilterMenu } from '../../parts/filters.tsx'
import { ErrorPanel } from '../../parts/states.tsx'
import { useBuildingChoices, useTypeChoices } from '../choices.ts'
import { type RuleNames, ruleSentence } from './sentence.ts'

export type RuleKind = AlertRule['trigger']['kind']
export type ActKind = AlertRule['action']['kind']
const kinds: readonly RuleKind[] = ['ISSUE', 'RATING', 'COUNT', 'USAGE']
const acts: readonly ActKind[] = ['TASK', 'NOTICE', 'RAISE_PRIORITY']

const blank: Pick<AlertRule, 'name' | 'enabled' | 'trigger' | 'scope' | 'action' | 'windowMinutes'> = {
  name: '',
  enabled: true,
  trigger: { kind: 'ISSUE', maxRating: null, withoutIssue: false, safety: false, count: null },
  scope: { buildingIds: [], types: [], categories: [] },
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

/** Only what the kind uses; the service refuses nothing that it does not need. */
const triggerOf = ({ trigger }: Draft): Draft['trigger'] => ({
  kind: trigger.kind,
  maxRating: trigger.kind === 'RATING' ? (trigger.maxRating ?? 2) : null,
  withoutIssue: trigger.kind === 'RATING' && trigger.withoutIssue,
  safety: trigger.kind === 'ISSUE' && trigger.safety,
  count: trigger.kind === 'COUNT' || trigger.kind === 'USAGE' ? (trigger.count ?? 3) : null,
})

interface TriggerFieldsProps {
  readonly draft: Draft
  readonly set: (part: Partial<Draft['trigger']>) => void
}

const TriggerFields = ({ draft, set }: TriggerFieldsProps) => {
  const { rules, words } = useT()
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
      {trigger.kind === 'COUNT' || trigger.kind === 'USAGE' ? (
        <NumberInput
          label={rules.count}
          min={1}
          max={100_000}
          allowDecimal={false}
          value={trigger.count ?? 3}
          onChange={(count) => set({ count: Number(count) || 1 })}
        />
      ) : null}
    </div>
  )
}

const useIssueChoices = () => {
  const list = useApi(listAmenityTypes, { query: { pageSize: 100 } }, { staleMinutes: 10 })
  const found = new Map<string, string>()
  for (const type of list.data?.items ?? []) {
    for (const category of type.categories) found.set(category.code, category.name)
  }
  return [...found].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
}

const ScopeFields = ({ draft, set }: { draft: Draft; set: (part: Partial<Draft['scope']>) => void }) => {
  const { rules, words, house, types } = useT()
  const buildings = useBuildingChoices()
  const kindsOfAmenity = useTypeChoices()
  const issues = useIssueChoices()
  const { scope } = draft
  return (
    <fieldset>
      <legend>{rules.where}</legend>
      <small>{rules.whereHelp}</small>
      <div className="actions">
        <FilterMenu
          label={words.building}
          choices={buildings.choices}
          chosen={scope.buildingIds}
          onChange={(buildingIds) => set({ buildingIds: buildingIds ?? [] })}
        />
        <FilterMenu
          label={house.type}
          choices={kindsOfAmenity}
          chosen={scope.types}
          onChange={(list) => set({ types: list ?? [] })}
        />
        <FilterMenu
          label={types.issues}
          choices={issues}
          chosen={scope.categories}
          onChange={(categories) => set({ categories: categories ?? [] })}
        />
      </div>
    </fieldset>
  )
}

const ActionFields = ({ draft, set }: { draft: Draft; set: (part: Partial<Draft['action']>) => void }) => {
  const { rules, words, types } = useT()
  const { action } = draft
  return (
    <>
      <div className="two">
        <NativeSelect
          label={rules.effect}
          value={action.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as ActKind })}
          data={acts.map((kind) => ({ value: kind, label: rules.acts[kind] }))}
        />
        {action.kind === 'TASK' ? (
          <NativeSelect
            label={types.priority}
            value={action.priority ?? ''}
            onChange={(event) => set({ priority: (event.currentTarget.value || null) as Priority | null })}
            data={[
              { value: '', label: rules.priorityOfIssue },
              ...priorities.map((priority) => ({ value: priority, label: words.priority[priority] })),
            ]}
          />
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
  readonly rule: AlertRule | undefined
  readonly names: RuleNames
  readonly onClose: () => void
}

export const RuleEditor = ({ rule, names, onClose }: RuleEditorProps) => {
  const t = useT()
  const { rules, words } = t
  const { number, list } = useFormat()
  const builtIn = useNames()
  const create = useAct(createAlertRule)
  const update = useAct(updateAlertRule)
  const attempt = useAct(createAlertRule, { quiet: true })
  const before = draftOf(rule)
  const [draft, setDraft] = useState(before)
  const change = (part: Partial<Draft>): void => {
    attempt.reset()
    setDraft({ ...draft, ...part })
  }
  const parts = { ...draft, trigger: triggerOf(draft) }
  const body = { ...parts, name: draft.name.trim() || rules.untitled }
  const problem =
    draft.name.trim() === ''
      ? rules.nameNeeded
      : draft.action.kind === 'NOTICE' && draft.action.notify.length === 0
        ? rules.noticeNeedsPeople
        : undefined
  return (
    <FormDialog
      title={rule ? rules.editTitle : rules.newRule}
      opened
      wide
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      submit={words.save}
      problem={problem}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={() => {
        if (rule)
          update.mutate({ params: { id: rule.id }, ifMatch: rule.version, body }, { onSuccess: onClose })
        else create.mutate({ body }, { onSuccess: onClose })
      }}
    >
      <p className="rule-sentence" aria-live="polite">
        {ruleSentence(parts, t, { ...names, issue: builtIn.issue, list })}
      </p>
      <TextInput
        data-autofocus
        label={words.name}
        maxLength={120}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TriggerFields draft={draft} set={(part) => change({ trigger: { ...draft.trigger, ...part } })} />
      <ScopeFields draft={draft} set={(part) => change({ scope: { ...draft.scope, ...part } })} />
      <NumberInput
        label={rules.window}
        description={rules.windowHelp}
        min={1}
        max={43_200}
        allowDecimal={false}
        value={draft.windowMinutes ?? ''}
        onChange={(value) => change({ windowMinutes: value === '' ? null : Number(value) })}
      />
      <ActionFields draft={draft} set={(part) => change({ action: { ...draft.action, ...part } })} />
      <Switch
        label={rules.enabled}
        checked={draft.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <div className="line-of">
        <Button
          loading={attempt.isPending}
          onClick={() => attempt.mutate({ body: { ...body, dryRun: true } })}
        >
          {rules.tryOut}
        </Button>
        <span role="status">
          {attempt.data?.wouldHaveFired === undefined
            ? ''
            : rules.wouldHaveFired(number(attempt.data.wouldHaveFired))}
        </span>
      </div>
      {attempt.error ? <ErrorPanel error={attempt.error} /> : null}
    </FormDialog>
  )
}
