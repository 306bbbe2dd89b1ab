/** Editor of an SLA policy: scope, targets and service hours. */
import { Switch, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Scope } from '#contracts/kit/scope.ts'
import { createSlaPolicy, listSlaPolicies, type SlaPolicy, updateSlaPolicy } from '#contracts/sla/policies.ts'
import { check, Group, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { ScopeFields } from '../scope-fields.tsx'
import { ScopeText } from '../scope-text.tsx'
import { type CalendarDraft, calendarDraft, calendarFrom, opens, readDates } from './calendar.ts'
import { CalendarFields, type FileDraft } from './calendar-fields.tsx'
import { slaMessages } from './messages.ts'
import { TargetFields, TargetsInShort } from './target-fields.tsx'
import { areTargets, type TargetDrafts, targetDrafts, targetsFrom } from './targets.ts'

const ShadowWarning = lazyComponent(
  async () => (await import('#desk-kit/list/shadow-warning.tsx')).ShadowWarning,
)

interface Draft extends CalendarDraft, FileDraft {
  readonly name: string
  readonly enabled: boolean
  readonly scope: Scope
  readonly targets: TargetDrafts
}

const draftOf = (policy: SlaPolicy | undefined): Draft => ({
  name: policy?.name ?? '',
  enabled: policy?.enabled ?? true,
  scope: policy?.scope ?? {},
  targets: targetDrafts(policy?.targets),
  ...calendarDraft(policy?.calendar),
  holidaysIcs: undefined,
})

const bodyOf = (draft: Draft) => ({
  name: draft.name.trim(),
  enabled: draft.enabled,
  scope: draft.scope,
  targets: targetsFrom(draft.targets),
  calendar: calendarFrom(draft),
  ...(draft.holidaysIcs ? { holidaysIcs: draft.holidaysIcs.text } : {}),
})

interface PolicyEditorProps {
  /** the current version; undefined: creates one */
  readonly policy: SlaPolicy | undefined
  readonly onClose: () => void
}

export const PolicyEditor = ({ policy, onClose }: PolicyEditorProps) => {
  const { words } = useMessages()
  const t = useMessages(slaMessages)
  const create = useAction(createSlaPolicy)
  const update = useAction(updateSlaPolicy)
  const policies = useApi(listSlaPolicies, { query: { pageSize: 100 } })
  const [place, setPlace] = useState<number>()
  const form = useForm({
    record: policy,
    draft: draftOf,
    write: bodyOf,
    body: createSlaPolicy,
    check: (draft) => ({
      name: draft.name.trim() === '' && t.nameNeeded,
      targets: !areTargets(draft.targets) && t.amountNeeded,
      'calendar.weekly': draft.ownHours && !opens(draft['calendar.weekly']) && t.openNeeded,
      'calendar.holidays':
        draft.ownHolidays && readDates(draft['calendar.holidays']) === undefined && t.holidaysWrong,
      holidaysIcs:
        (draft.holidaysIcs?.text.length ?? 0) > (bodyField(createSlaPolicy, 'holidaysIcs')?.maxLength ?? 0) &&
        t.fileTooLarge,
    }),
    create: (body) => create.mutateAsync({ body: place === undefined ? body : { ...body, position: place } }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const { scope, targets } = form.values
  return (
    <FormDialog
      form={form}
      title={policy ? t.editTitle : t.newPolicy}
      submit={words.save}
      onClose={onClose}
      wide
    >
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <Group form={form} name="scope" legend={t.where} format={(theirs) => <ScopeText scope={theirs} />}>
        <ScopeFields withLocations scope={scope} onChange={(next) => form.set({ scope: next })} />
      </Group>
      <Group
        form={form}
        name="targets"
        legend={t.targets}
        help={t.targetsHelp}
        format={(theirs) => <TargetsInShort targets={targetsFrom(theirs)} />}
      >
        <TargetFields drafts={targets} onChange={(next) => form.set({ targets: next })} />
      </Group>
      <Group form={form} name="ownHours" legend={t.hours}>
        <CalendarFields form={form} />
      </Group>
      {policies.data ? (
        <Suspense>
          <ShadowWarning all={policies.data.items} own={policy?.id} conditions={scope} onPlace={setPlace} />
        </Suspense>
      ) : null}
      <Switch {...check(form, 'enabled', words.ruleOn)} />
    </FormDialog>
  )
}
