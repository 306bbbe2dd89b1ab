/** An amenity by a few letters of its name; the service looks, twenty at a time. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { TaskSummary } from '#contracts/tasks/records.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { useApi } from '../lib/api.ts'
import { useT } from '../lib/language.tsx'

type Found = TaskSummary['amenities'][number]

interface AmenitySelectProps {
  readonly label: string
  readonly description?: string
  readonly value: string | null
  readonly buildingId?: string | undefined
  readonly onChange: (amenity: Found | null) => void
}

export const AmenitySelect = ({ label, description, value, buildingId, onChange }: AmenitySelectProps) => {
  const { words } = useT()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Found>()
  const [settled] = useDebouncedValue(typed === chosen?.name ? '' : typed, 300)
  const found = useApi(
    taskSummary,
    { query: { amenityQ: settled || undefined, building: buildingId ? [buildingId] : undefined } },
    { keep: true, staleMinutes: 10 },
  )
  const list = [...(found.data?.amenities ?? [])]
  if (chosen && !list.some(({ id }) => id === chosen.id)) list.push(chosen)
  return (
    <Select
      label={label}
      description={description}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': words.clear }}
      filter={({ options }) => options}
      nothingFoundMessage={words.nothingToChoose}
      searchValue={typed}
      onSearchChange={setTyped}
      data={list.map(({ id, name, building }) => ({ value: id, label: `${name}, ${building.name}` }))}
      value={value}
      onChange={(id) => {
        const next = list.find((one) => one.id === id)
        setChosen(next)
        onChange(next ?? null)
      }}
    />
  )
}
