/** A rule as a sentence, with building names loaded. */
import { useFound } from '#desk-kit/find/use-found.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { useLocationChoices } from '../scope-fields.tsx'
import { ruleMessages } from './messages.ts'
import { type RuleParts, ruleSentence } from './sentence.ts'

export const RuleSentence = ({ rule }: { rule: RuleParts }) => {
  const rules = useMessages(ruleMessages)
  const { words } = useMessages()
  const own = useNames()
  const { list } = useFormat()
  const { buildingIds = [], locationIds = [] } = rule.scope
  const { names } = useFound('buildings', {
    typed: '',
    chosen: buildingIds,
    enabled: buildingIds.length > 0,
  })
  const locations = useLocationChoices(locationIds.length > 0 ? buildingIds[0] : undefined)
  return (
    <>
      {ruleSentence(rule, rules, words.priority, {
        ...own,
        building: (id) => names.get(id) ?? '…',
        location: (id) => locations.find(({ value }) => value === id)?.label ?? '…',
        list,
      })}
    </>
  )
}
