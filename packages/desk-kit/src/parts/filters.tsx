/** Filter controls above a list. Each choice is written to the address. */
import { Button, Checkbox, Modal, Popover, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../lib/language.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
}

/** Escape closes the popover only, not the dialog around it. */
export const closesItself = { 'data-mantine-stop-propagation': true }

interface FilterMenuProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[] | undefined
  readonly onChange: (chosen: string[] | undefined) => void
  /** at most one choice */
  readonly single?: boolean
  /** what it says where nothing is chosen of a single choice; false: one is always chosen */
  readonly none?: string | false
  readonly onOpen?: () => void
  /** above the choices, such as a search field */
  readonly children?: ReactNode
  /** the button does not show what is chosen, since it is no filter */
  readonly plain?: boolean
}

export const FilterMenu = (props: FilterMenuProps) => {
  const { label, choices, chosen = [], onChange, single, onOpen } = props
  const { words } = useMessages()
  const group = useId()
  const [opened, setOpened] = useState(false)
  const names = choices.filter(({ value }) => chosen.includes(value)).map((choice) => choice.label)
  const shown =
    chosen.length === 0 || props.plain
      ? label
      : `${label}: ${names.length === 1 ? names[0] : words.chosen({ count: chosen.length })}`
  const toggle = (value: string): void => {
    const without = chosen.filter((entry) => entry !== value)
    const next = chosen.includes(value) ? without : [...chosen, value]
    onChange(next.length === 0 ? undefined : next)
  }
  const none = props.none ?? words.all
  const radios = none === false || choices.length === 0 ? choices : [{ value: '', label: none }, ...choices]
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          className={`filter ${chosen.length > 0 && !props.plain ? 'on' : ''}`}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => {
            if (!opened) onOpen?.()
            setOpened(!opened)
          }}
        >
          {shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <fieldset className="filter-choices">
          <legend className="hidden">{label}</legend>
          {props.children}
          {choices.length === 0 ? <p className="quiet">{words.nothingToChoose}</p> : null}
          {single
            ? radios.map(({ value, label: name }) => (
                <label key={value}>
                  <input
                    type="radio"
                    name={group}
                    {...closesItself}
                    checked={(chosen[0] ?? '') === value}
                    onChange={() => onChange(value ? [value] : undefined)}
                  />
                  {name}
                </label>
              ))
            : choices.map((choice) => (
                <Checkbox
                  key={choice.value}
                  label={choice.label}
                  {...closesItself}
                  checked={chosen.includes(choice.value)}
                  onChange={() => toggle(choice.value)}
                />
              ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}

interface ToggleFilterProps {
  readonly label: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

export const ToggleFilter = ({ label, on, onChange }: ToggleFilterProps) => (
  <Button
    size="compact-sm"
    className={`filter ${on ? 'on' : ''}`}
    aria-pressed={on}
    onClick={() => onChange(!on)}
  >
    {label}
  </Button>
)

interface SearchFieldProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly label: string
}

/** The `/` key focuses this field. Searches after a pause in typing, or at once with Enter. */
export const SearchField = ({ value = '', onChange, label }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value)
  /** searches whose text has not arrived in the address yet */
  const sent = useRef<string[]>([])
  const text = typed.trim()
  const search = (): void => {
    if (text === (sent.current.at(-1) ?? value.trim())) return
    sent.current.push(text)
    onChange(text || undefined)
  }
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    const at = sent.current.indexOf(value)
    sent.current = at < 0 ? [] : sent.current.slice(at + 1)
    // Text typed since the search stays; Back, a saved view and "clear" replace it.
    if (at < 0) setTyped(value)
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed begins the rest anew
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), 350)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextInput
      type="search"
      size="xs"
      className="search"
      data-search
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={15} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search()
      }}
    />
  )
}

interface FilterBarProps {
  /** stays visible on a phone */
  readonly search?: ReactNode
  readonly children: ReactNode
  readonly active: boolean
  /** number of filters that are set; undefined: so few filters that a phone shows them too */
  readonly count?: number
  readonly onClear: () => void
}

/** On a phone the filters are one button that opens a sheet. */
export const FilterBar = ({ search, children, active, count, onClear }: FilterBarProps) => {
  const { words } = useMessages()
  const narrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(false)
  const clear = active ? (
    <button type="button" className="as-link" onClick={onClear}>
      {words.clearFilters}
    </button>
  ) : null
  if (!narrow || count === undefined)
    return (
      <search className="filters" aria-label={words.filters}>
        {search}
        {children}
        {clear}
      </search>
    )
  const close = (): void => setOpened(false)
  return (
    <search className="filters" aria-label={words.filters}>
      {search}
      <Button
        size="compact-sm"
        className={`filter ${active ? 'on' : ''}`}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {count > 0 ? words.filtersOn({ count }) : words.filters}
      </Button>
      {clear}
      <Modal
        opened={opened}
        onClose={close}
        title={words.filters}
        className="sheet"
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <div className="filters">
          {children}
          {clear}
        </div>
        <Button variant="filled" fullWidth onClick={close}>
          {words.close}
        </Button>
      </Modal>
    </search>
  )
}
