/** Select fields whose options are searched by the service. */
import { MultiSelect, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../lib/language.tsx'
import type { SourceName } from './sources.ts'
import { useFound } from './use-found.ts'

interface Shared {
  readonly from: SourceName
  /** id of the building to search in */
  readonly within?: string | undefined
  readonly label: string
  readonly description?: ReactNode
  readonly error?: ReactNode
}

/** The service has already filtered the options. */
const asFound = <T,>({ options }: { options: T }): T => options

const useField = (from: SourceName, chosen: readonly string[], within: string | undefined) => {
  const { words } = useMessages()
  const [typed, setTyped] = useState('')
  // The chosen name is shown in the search field but must not be searched.
  const [chosenName, setChosenName] = useState('')
  const { found, more, names } = useFound(from, {
    typed: typed === chosenName ? '' : typed,
    chosen,
    within,
  })
  const values = [...new Set([...found.map(({ value }) => value), ...chosen])]
  return {
    setChosenName: (value: string | null) => setChosenName(value ? (names.get(value) ?? '') : ''),
    props: {
      searchable: true,
      clearable: true,
      clearButtonProps: { 'aria-label': words.clear },
      filter: asFound,
      nothingFoundMessage: words.nothingToChoose,
      searchValue: typed,
      onSearchChange: setTyped,
      data: values.map((value) => ({ value, label: names.get(value) ?? '…' })),
    },
    hint: more ? words.typeForMore : undefined,
  }
}

const hinted = (description: ReactNode, hint: string | undefined): ReactNode =>
  hint && description ? (
    <>
      {description} {hint}
    </>
  ) : (
    (description ?? hint)
  )

interface FindOneProps extends Shared {
  /** gets the focus when its dialog opens, without opening its options */
  readonly first?: boolean
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

export const FindOne = ({
  from,
  within,
  value,
  onChange,
  description,
  first = false,
  ...rest
}: FindOneProps) => {
  const { props, hint, setChosenName } = useField(from, value ? [value] : [], within)
  return (
    <Select
      {...rest}
      {...props}
      description={hinted(description, hint)}
      value={value}
      {...(first ? { 'data-autofocus': true, openOnFocus: false } : {})}
      onChange={(next) => {
        setChosenName(next)
        onChange(next)
      }}
    />
  )
}

interface FindManyProps extends Shared {
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
}

export const FindMany = ({ from, within, value, onChange, description, ...rest }: FindManyProps) => {
  const { props, hint } = useField(from, value, within)
  return (
    <MultiSelect
      {...rest}
      {...props}
      hidePickedOptions
      description={hinted(description, hint)}
      value={[...value]}
      onChange={onChange}
    />
  )
}
