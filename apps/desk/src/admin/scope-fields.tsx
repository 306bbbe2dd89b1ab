/** Scope of a rule or policy: buildings, amenity types, issues, and locations of one building. */
import { useMemo } from 'react'
import type { Scope } from '#contracts/kit/scope.ts'
import { listAmenityTypes } from '#contracts/places/amenity-types.ts'
import { getBuilding } from '#contracts/places/buildings.ts'
import type { LocationNode } from '#contracts/places/locations.ts'
import { FindFilter } from '#desk-kit/find/find-filter.tsx'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { type Choice, FilterMenu } from '#desk-kit/parts/filters.tsx'
import { adminMessages } from './messages.ts'

export const useIssueChoices = (): Choice[] => {
  const list = useApi(listAmenityTypes, { query: { pageSize: 100 } }, { staleMinutes: 10 })
  return useMemo(() => {
    const found = new Map<string, string>()
    for (const type of list.data?.items ?? [])
      for (const category of type.categories) found.set(category.code, category.name)
    return [...found]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }))
  }, [list.data])
}

const flatten = (nodes: readonly LocationNode[], above = ''): Choice[] =>
  nodes.flatMap(({ id, name, children }) => [
    { value: id, label: `${above}${name}` },
    ...flatten(children, `${above}${name}, `),
  ])

/** Floors, areas and rooms of one building. */
export const useLocationChoices = (buildingId: string | undefined): Choice[] => {
  const building = useApi(
    getBuilding,
    { params: { id: buildingId ?? '' } },
    { enabled: buildingId !== undefined, staleMinutes: 10 },
  )
  return useMemo(() => flatten(building.data?.locations ?? []), [building.data])
}

interface ScopeFieldsProps<S extends Scope> {
  readonly scope: S
  readonly onChange: (scope: S) => void
  /** offers locations while one building is chosen */
  readonly withLocations?: boolean
  readonly withoutTypes?: boolean
  /** leaves out issues */
  readonly withoutIssues?: boolean
}

/** An empty list is removed, because it would match nothing. */
const choosing =
  <S extends Scope>(
    { scope, onChange }: Pick<ScopeFieldsProps<S>, 'scope' | 'onChange'>,
    drop: readonly (keyof Scope)[] = [],
  ) =>
  (part: keyof Scope) =>
  (chosen: string[] = []): void => {
    const next = { ...scope }
    for (const name of [part, ...drop]) delete next[name]
    onChange(chosen.length > 0 ? { ...next, [part]: chosen } : next)
  }

const Issues = <S extends Scope>({ scope, onChange }: Pick<ScopeFieldsProps<S>, 'scope' | 'onChange'>) => {
  const house = useMessages(adminMessages)
  return (
    <FilterMenu
      label={house.issues}
      choices={useIssueChoices()}
      chosen={scope.categories ?? []}
      onChange={choosing({ scope, onChange })('categories')}
    />
  )
}

export const ScopeFields = <S extends Scope>({
  scope,
  onChange,
  withLocations,
  withoutTypes,
  withoutIssues,
}: ScopeFieldsProps<S>) => {
  const { words } = useMessages()
  const house = useMessages(adminMessages)
  const { buildingIds = [], locationIds = [], types = [] } = scope
  const choose = choosing({ scope, onChange })
  const [only, ...others] = buildingIds
  const found = useLocationChoices(withLocations && others.length === 0 ? only : undefined)
  // Deleted locations have no name but can be removed from the scope.
  const unknown = locationIds.filter((id) => !found.some(({ value }) => value === id))
  const locations = [...found, ...unknown.map((value) => ({ value, label: '…' }))]
  return (
    <>
      <small>{house.scopeHelp}</small>
      <div className="actions">
        <FindFilter
          from="buildings"
          label={words.building}
          chosen={buildingIds}
          onChange={choosing({ scope, onChange }, withLocations ? ['locationIds'] : [])('buildingIds')}
        />
        {locations.length > 0 ? (
          <FilterMenu
            label={words.location}
            choices={locations}
            chosen={locationIds}
            onChange={choose('locationIds')}
          />
        ) : null}
        {withoutTypes ? null : (
          <FindFilter from="types" label={house.type} chosen={types} onChange={choose('types')} />
        )}
        {withoutIssues ? null : <Issues scope={scope} onChange={onChange} />}
      </div>
    </>
  )
}
