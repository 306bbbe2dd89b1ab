/** Routing rules in order of evaluation, each shown as a sentence. */
import {
  createRoutingRule,
  deleteRoutingRule,
  type listRoutingRules,
  type RoutingRule,
  simulateRouting,
  updateRoutingRule,
} from '#contracts/routing/rules.ts'
import { type Call, callOf } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { useCopyActions, useRuleActions } from '#desk-kit/list/rule-actions.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { routingMessages } from './messages.ts'
import { RoutingEditor } from './routing-editor.tsx'
import { RoutingSentence } from './sentence.tsx'

const Replay = lazyComponent(async () => (await import('./try-case.tsx')).Replay)
const TryCase = lazyComponent(async () => (await import('./try-case.tsx')).TryCase)

export const useList: UseList<typeof listRoutingRules> = () => {
  const { words } = useMessages()
  const t = useMessages(routingMessages)
  const write = ({ id, version }: RoutingRule, body: { enabled?: boolean; position?: number }): Call =>
    callOf(updateRoutingRule, { params: { id }, ifMatch: version, body })
  const own = useRuleActions<RoutingRule>({
    nameOf: ({ name }) => name,
    update: updateRoutingRule,
    write,
    editor: (rule, close) => <RoutingEditor rule={rule} onClose={close} />,
  })
  const copies = useCopyActions<RoutingRule>({
    // Placed after the original.
    copy: (rule, head) =>
      callOf(createRoutingRule, {
        body: {
          ...head,
          when: rule.when,
          then: rule.then,
          position: rule.position + 1,
        },
      }),
    remove: ({ id, version }) => callOf(deleteRoutingRule, { params: { id }, ifMatch: version }),
    removeLabel: t.delete,
    removeHelp: t.deleteHelp,
  })
  const whoOf = ({ then: { assign }, target }: RoutingRule, onCall = t.onCall): string | undefined => {
    if (!assign) return undefined
    return 'onCall' in assign ? onCall : (target?.name ?? '…')
  }
  return {
    name: ({ name }) => name,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    note: own.fault,
    create: [
      {
        label: t.replay,
        by: simulateRouting,
        layer: (close) => <Replay onClose={close} />,
      },
      {
        label: t.tryCase,
        by: simulateRouting,
        layer: (close) => <TryCase onClose={close} />,
      },
      {
        label: t.newRule,
        by: createRoutingRule,
        layer: (close) => <RoutingEditor rule={undefined} onClose={close} />,
      },
    ],
    opens: own.edit,
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: (rule) => (
          <RoutingSentence when={rule.when} then={rule.then} who={whoOf(rule, t.onCallInSentence)} />
        ),
      },
      {
        key: 'target',
        head: t.goesTo,
        cell: (rule) =>
          rule.target && !rule.target.active ? (
            <>
              {rule.target.name} <Mark tone="warn">{t.notActive}</Mark>
            </>
          ) : (
            (whoOf(rule) ?? <span className="quiet">{t.pool}</span>)
          ),
      },
      own.enabled,
    ],
    order: (rule, { position }) => write(rule, { position }),
    actions: (rule) => [own.edit(rule), copies.duplicate(rule), copies.remove(rule)],
  }
}
