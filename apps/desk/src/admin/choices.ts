/** Buildings and types to choose from; read once and kept. */
import { listAmenityTypes } from '#contracts/admin/amenity-types.ts'
import { listBuildings } from '#contracts/admin/buildings.ts'
import { useApi } from '../lib/api.ts'
import { useNames } from '../lib/language.tsx'
import type { Choice } from '../parts/filters.tsx'

/** @param enabled false until somebody opens the list */
export const useBuildingChoices = (enabled = true): { choices: Choice[]; loaded: boolean } => {
  const list = useApi(
    listBuildings,
    { query: { pageSize: 100, sort: 'name' } },
    { staleMinutes: 10, enabled },
  )
  return {
    choices: (list.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    loaded: list.data !== undefined,
  }
}

export const useTypeChoices = (enabled = true): Choice[] => {
  const names = useNames()
  const list = useApi(listAmenityTypes, { query: { pageSize: 100 } }, { staleMinutes: 10, enabled })
  return (list.data?.items ?? []).map((type) => ({
    value: type.code,
    label: type.builtIn ? names.type(type.code) : type.name,
  }))
}
