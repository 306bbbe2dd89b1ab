/** ADM-15: SLA policies; the first that matches a task applies. */
import {
  createSlaPolicy,
  deleteSlaPolicy,
  type listSlaPolicies,
  type SlaPolicy,
  updateSlaPolicy,
} from '#contracts/sla/policies.ts'
import { type Call, callOf } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { useCopyActions, useRuleActions } from '#desk-kit/list/rule-actions.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { ScopeText } from '../scope-text.tsx'
import { slaMessages } from './messages.ts'
import { TargetsInShort } from './target-fields.tsx'

const PolicyEditor = lazyComponent(async () => (await import('./policy-editor.tsx')).PolicyEditor)

export const useList: UseList<typeof listSlaPolicies> = () => {
  const { words } = useMessages()
  const t = useMessages(slaMessages)
  const write = ({ id, version }: SlaPolicy, body: { enabled?: boolean; position?: number }): Call =>
    callOf(updateSlaPolicy, { params: { id }, ifMatch: version, body })
  const own = useRuleActions<SlaPolicy>({
    nameOf: ({ name }) => name,
    update: updateSlaPolicy,
    write,
    editor: (policy, close) => <PolicyEditor policy={policy} onClose={close} />,
  })
  const copies = useCopyActions<SlaPolicy>({
    // Placed after the original.
    copy: (policy, head) =>
      callOf(createSlaPolicy, {
        body: {
          ...head,
          scope: policy.scope,
          targets: policy.targets,
          calendar: policy.calendar,
          position: policy.position + 1,
        },
      }),
    remove: ({ id, version }) => callOf(deleteSlaPolicy, { params: { id }, ifMatch: version }),
    removeLabel: t.delete,
    removeHelp: t.deleteHelp,
  })
  return {
    name: ({ name }) => name,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    note: own.fault,
    create: [
      {
        label: t.newPolicy,
        by: createSlaPolicy,
        layer: (close) => <PolicyEditor policy={undefined} onClose={close} />,
      },
    ],
    opens: own.edit,
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ scope }) => <ScopeText scope={scope} />,
      },
      { key: 'targets', head: t.targets, cell: ({ targets }) => <TargetsInShort targets={targets} /> },
      {
        key: 'hours',
        head: t.hours,
        cell: ({ calendar }) => (calendar?.weekly ? t.ownHours : t.hoursOfBuilding),
        below: ({ calendar }) =>
          calendar?.holidays ? t.closedDays({ count: calendar.holidays.length }) : null,
      },
      own.enabled,
    ],
    order: (policy, { position }) => write(policy, { position }),
    actions: (policy) => [own.edit(policy), copies.duplicate(policy), copies.remove(policy)],
  }
}
