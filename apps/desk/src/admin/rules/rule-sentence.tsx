/** A rule as a sentence, with the names of its buildings. */
import { useFound } from '../../find/use-found.ts'
import { useFormat } from '../../lib/format.ts'
import { useNames, useT } from '../../lib/language.tsx'
import { type RuleParts, ruleSentence } from './sentence.ts'

export const RuleSentence = ({ rule }: { rule: RuleParts }) => {
  const t = useT()
  const own = useNames()
  const { list } = useFormat()
  const { names } = useFound('buildings', {
    typed: '',
    chosen: rule.scope.buildingIds,
    enabled: rule.scope.buildingIds.length > 0,
  })
  return <>{ruleSentence(rule, t, { ...own, building: (id) => names.get(id) ?? '…', list })}</>
}
