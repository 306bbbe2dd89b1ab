/** A filter whose options are searched by the service. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../lib/language.tsx'
import { closesItself, FilterMenu } from '../parts/filters.tsx'
import type { SourceName } from './sources.ts'
import { useFound } from './use-found.ts'

interface FindFilterProps {
  readonly from: SourceName
  readonly label: string
  readonly chosen: readonly string[] | undefined
  readonly onChange: (chosen: string[] | undefined) => void
  readonly single?: boolean
}

export const FindFilter = ({ from, chosen = [], ...rest }: FindFilterProps) => {
  const { words } = useMessages()
  const [looked, setLooked] = useState(false)
  const [typed, setTyped] = useState('')
  // With several chosen, only their count is shown until the menu is opened, so their names are not fetched.
  const named = looked || chosen.length === 1 ? chosen : []
  const { found, more, names } = useFound(from, { typed, chosen: named, enabled: looked })
  const values = [...new Set([...chosen, ...found.map(({ value }) => value)])]
  return (
    <FilterMenu
      {...rest}
      chosen={chosen}
      choices={values.map((value) => ({ value, label: names.get(value) ?? '…' }))}
      onOpen={() => setLooked(true)}
    >
      {more || typed !== '' ? (
        <TextInput
          size="xs"
          type="search"
          {...closesItself}
          aria-label={`${rest.label}: ${words.typeForMore}`}
          description={more ? words.typeForMore : undefined}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
    </FilterMenu>
  )
}
