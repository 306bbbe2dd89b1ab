/** Text of a scope. */
import type { Scope } from '#contracts/kit/scope.ts'
import { useFound } from '#desk-kit/find/use-found.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { adminMessages } from './messages.ts'
import { useLocationChoices } from './scope-fields.tsx'

/** Issues, types, locations and buildings in this order; empty where the scope matches all. */
export const useScopeParts = (scope: Scope) => {
  const { buildingIds = [], locationIds = [], types = [], categories = [] } = scope
  const house = useMessages(adminMessages)
  const own = useNames()
  const { list } = useFormat()
  const buildings = useFound('buildings', {
    typed: '',
    chosen: buildingIds,
    enabled: buildingIds.length > 0,
  })
  const locations = useLocationChoices(locationIds.length > 0 ? buildingIds[0] : undefined)
  const named = (codes: readonly string[], name: (code: string) => string | undefined): string =>
    list(codes.map((code) => name(code) ?? '…'))
  return [
    Object.values(scope).some((part) => Array.isArray(part) && part.length === 0) && house.nowhere,
    categories.length > 0 && house.aboutIssues({ issues: named(categories, own.issue) }),
    types.length > 0 && house.atTypes({ types: named(types, own.type) }),
    locationIds.length > 0 &&
      house.inLocations({
        locations: named(locationIds, (id) => locations.find(({ value }) => value === id)?.label),
      }),
    buildingIds.length > 0 &&
      house.inBuildings({ buildings: named(buildingIds, (id) => buildings.names.get(id)) }),
  ].filter((part) => part !== false)
}

/** "at Washrooms in Main building", or "Everywhere". */
export const ScopeText = ({ scope }: { scope: Scope }) => {
  const house = useMessages(adminMessages)
  return <>{useScopeParts(scope).join(' ') || house.everywhere}</>
}
