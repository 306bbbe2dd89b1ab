/** Editor of an amenity type: names by language, issues in order, and status items for new amenities. */
import './types.css'
import { ActionIcon, Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { newId } from '#client/unique-id.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import {
  type AmenityType,
  createAmenityType,
  type NamesByLanguage,
  type NamesInput,
  updateAmenityType,
} from '#contracts/places/amenity-types.ts'
import { type Priority, priorities } from '#contracts/records.ts'
import { Group, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useDeskLanguage, useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { adminMessages } from '../messages.ts'
import { typeMessages } from './messages.ts'

const nameLength = bodyField(updateAmenityType, 'name')?.maxLength

interface Category {
  readonly id: string
  /** '' for a new issue, whose code is derived from its name */
  readonly code: string
  readonly names: NamesByLanguage
  /** at the start of editing */
  readonly namesBefore: NamesByLanguage
  readonly priority: Priority
  readonly safety: boolean
}

interface Draft {
  readonly names: NamesByLanguage
  readonly categories: readonly Category[]
  readonly statusItems: string
}

const draftOf = (type: AmenityType | undefined): Draft => ({
  names: type?.names ?? {},
  categories: (type?.categories ?? [])
    .filter(({ retired }) => !retired)
    .map(({ code, names, priority, safety }) => ({
      id: code,
      code,
      names,
      namesBefore: names,
      priority,
      safety,
    })),
  statusItems: (type?.statusItems ?? []).join('\n'),
})

/** `No soap left` → `NO_SOAP_LEFT`; a name without Latin letters gets a number. */
const codeFrom = (name: string, taken: readonly string[]): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .toUpperCase()
  const base = plain.slice(0, 50) || 'ISSUE'
  for (let number = 1; ; number++) {
    const code = number === 1 ? base : `${base}_${number}`
    if (!taken.includes(code)) return code
  }
}

/** Emptied names are sent as null, since the service keeps languages that are left out. */
const withEmptied = (names: NamesByLanguage, before: NamesByLanguage = {}): NamesInput => ({
  ...Object.fromEntries(Object.keys(before).map((language) => [language, null] as const)),
  ...names,
})

const withCodes = (categories: readonly Category[]) => {
  const taken = categories.map(({ code }) => code).filter(Boolean)
  return categories.map(({ code, names, namesBefore, priority, safety }) => {
    const known = code || codeFrom(Object.values(names).find(Boolean) ?? '', taken)
    taken.push(known)
    return { code: known, names: withEmptied(names, namesBefore), priority, safety }
  })
}

const hasName = (names: NamesByLanguage): boolean => Object.values(names).some((name) => name?.trim())

/** Leaves out an empty name, so that the service uses another language. */
const named = (names: NamesByLanguage, language: VisitorLanguage, text: string): NamesByLanguage => {
  const { [language]: _before, ...rest } = names
  return text.trim() === '' ? rest : { ...rest, [language]: text }
}

interface LineProps {
  readonly category: Category
  readonly language: VisitorLanguage
  readonly set: (part: Partial<Category>) => void
  readonly move: (step: 1 | -1) => void
  readonly remove: () => void
}

const Line = ({ category, language, set, move, remove }: LineProps) => {
  const { words } = useMessages()
  const types = useMessages(typeMessages)
  const house = useMessages(adminMessages)
  const shown = category.names[language] ?? ''
  const fallback = Object.values(category.names).find(Boolean) ?? ''
  return (
    <li className="category-line">
      <TextInput
        aria-label={types.issueName}
        placeholder={fallback || types.issueName}
        maxLength={nameLength}
        value={shown}
        onChange={(event) => set({ names: named(category.names, language, event.currentTarget.value) })}
      />
      <NativeSelect
        aria-label={house.priority}
        value={category.priority}
        onChange={(event) => set({ priority: event.currentTarget.value as Priority })}
        data={priorities.map((priority) => ({ value: priority, label: words.priority[priority] }))}
      />
      <Checkbox
        label={types.safety}
        checked={category.safety}
        onChange={(event) => set({ safety: event.currentTarget.checked })}
      />
      <span className="row-actions">
        <ActionIcon aria-label={`${words.up}: ${shown || fallback}`} onClick={() => move(-1)}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`${words.down}: ${shown || fallback}`} onClick={() => move(1)}>
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`${words.remove}: ${shown || fallback}`} onClick={remove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  )
}

export const TypeEditor = ({ type, onClose }: { type: AmenityType | undefined; onClose: () => void }) => {
  const { words } = useMessages()
  const known = useNames()
  const types = useMessages(typeMessages)
  const house = useMessages(adminMessages)
  const desk = useDeskLanguage()
  const create = useAction(createAmenityType)
  const update = useAction(updateAmenityType)
  const [language, setLanguage] = useState<VisitorLanguage>(desk)
  const form = useForm({
    record: type,
    draft: draftOf,
    write: ({ names, categories, statusItems }) => ({
      names: withEmptied(names, type?.names),
      categories: withCodes(categories),
      statusItems: [
        ...new Set(
          statusItems
            .split('\n')
            .map((item) => item.trim())
            .filter(Boolean),
        ),
      ],
    }),
    body: updateAmenityType,
    check: ({ names, categories }) => ({
      names: !hasName(names) && types.nameNeeded,
      categories: categories.some((one) => !hasName(one.names)) && types.issueNameNeeded,
    }),
    create: (body) => create.mutateAsync({ body }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const { names, categories } = form.values
  const setCategories = (next: readonly Category[]): void => form.set({ categories: next })
  const move = (index: number, step: 1 | -1): void => {
    const next = [...categories]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(Math.max(0, index + step), 0, moved)
    setCategories(next)
  }
  const namesText = (all: NamesByLanguage): string => Object.values(all).filter(Boolean).join(', ')
  return (
    <FormDialog
      form={form}
      title={
        type ? types.editTitle({ name: type.builtIn ? known.type(type.code) : type.name }) : types.newType
      }
      submit={words.save}
      onClose={onClose}
      wide
    >
      <div className="two">
        <NativeSelect
          label={types.language}
          description={types.languageHelp}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as VisitorLanguage)}
          data={visitorLanguages.map((one) => ({ value: one, label: words.languages[one] }))}
        />
        <TextInput
          {...value(form, 'names', types.typeName, namesText)}
          data-autofocus
          maxLength={nameLength}
          value={names[language] ?? ''}
          placeholder={Object.values(names).find(Boolean)}
          onChange={(event) => form.set({ names: named(names, language, event.currentTarget.value) })}
        />
      </div>
      <Group
        form={form}
        name="categories"
        legend={house.issues}
        help={types.issuesHelp}
        format={(theirs: readonly Category[]) => theirs.map((one) => namesText(one.names)).join('; ')}
      >
        <ol className="category-lines">
          {categories.map((category, index) => (
            <Line
              key={category.id}
              category={category}
              language={language}
              set={(part) =>
                setCategories(categories.map((one) => (one.id === category.id ? { ...one, ...part } : one)))
              }
              move={(step) => move(index, step)}
              remove={() => setCategories(categories.filter(({ id }) => id !== category.id))}
            />
          ))}
        </ol>
        <div>
          <Button
            size="compact-sm"
            onClick={() =>
              setCategories([
                ...categories,
                { id: newId(), code: '', names: {}, namesBefore: {}, priority: 'MEDIUM', safety: false },
              ])
            }
          >
            {types.addIssue}
          </Button>
        </div>
      </Group>
      <Textarea
        {...text(form, 'statusItems', types.statusItems)}
        description={types.statusItemsHelp}
        autosize
        minRows={2}
      />
    </FormDialog>
  )
}
