/** Name of a type by language, its issues in order, and the status items that a new amenity gets. */
import { ActionIcon, Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { newId } from '#client/unique-id.ts'
import {
  type AmenityType,
  createAmenityType,
  type NamesByLanguage,
  updateAmenityType,
} from '#contracts/admin/amenity-types.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { type Priority, priorities } from '#contracts/records.ts'
import { useAct } from '../../lib/api.ts'
import { useDeskLanguage, useT } from '../../lib/language.tsx'
import { FormDialog } from '../../parts/dialog.tsx'

interface Category {
  readonly id: string
  /** '' for a new one: made from the name */
  readonly code: string
  readonly names: NamesByLanguage
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
    .map(({ code, names, priority, safety }) => ({ id: code, code, names, priority, safety })),
  statusItems: (type?.statusItems ?? []).join('\n'),
})

/** `No soap left` → `NO_SOAP_LEFT`; what has no Latin letter gets a number. */
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

const withCodes = (categories: readonly Category[]) => {
  const taken = categories.map(({ code }) => code).filter(Boolean)
  return categories.map(({ code, names, priority, safety }) => {
    const known = code || codeFrom(Object.values(names).find(Boolean) ?? '', taken)
    taken.push(known)
    return { code: known, names, priority, safety }
  })
}

const hasName = (names: NamesByLanguage): boolean => Object.values(names).some((name) => name?.trim())

/** A name without words in a language is left out; the service falls back. */
const named = (names: NamesByLanguage, language: VisitorLanguage, text: string): NamesByLanguage => {
  const { [language]: _before, ...rest } = names
  return text === '' ? rest : { ...rest, [language]: text }
}

interface LineProps {
  readonly category: Category
  readonly language: VisitorLanguage
  readonly set: (part: Partial<Category>) => void
  readonly move: (step: 1 | -1) => void
  readonly remove: () => void
}

const Line = ({ category, language, set, move, remove }: LineProps) => {
  const { types, words, floors } = useT()
  const shown = category.names[language] ?? ''
  const fallback = Object.values(category.names).find(Boolean) ?? ''
  return (
    <li className="category-line">
      <TextInput
        aria-label={types.issueName}
        placeholder={fallback || types.issueName}
        maxLength={40}
        value={shown}
        onChange={(event) => set({ names: named(category.names, language, event.currentTarget.value) })}
      />
      <NativeSelect
        aria-label={types.priority}
        value={category.priority}
        onChange={(event) => set({ priority: event.currentTarget.value as Priority })}
        data={priorities.map((priority) => ({ value: priority, label: words.priority[priority] }))}
      />
      <Checkbox
        label={types.safety}
        checked={category.safety}
        onChange={(event) => set({ safety: event.currentTarget.checked })}
      />
      <span className="row-acts">
        <ActionIcon aria-label={`${floors.up}: ${shown || fallback}`} onClick={() => move(-1)}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`${floors.down}: ${shown || fallback}`} onClick={() => move(1)}>
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
  const { types, words } = useT()
  const desk = useDeskLanguage()
  const create = useAct(createAmenityType)
  const update = useAct(updateAmenityType)
  const before = draftOf(type)
  const [draft, setDraft] = useState(before)
  const [language, setLanguage] = useState<VisitorLanguage>(desk)
  const setCategories = (categories: readonly Category[]): void => setDraft({ ...draft, categories })
  const move = (index: number, step: 1 | -1): void => {
    const next = [...draft.categories]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(Math.max(0, index + step), 0, moved)
    setCategories(next)
  }
  const statusItems = [
    ...new Set(
      draft.statusItems
        .split('\n')
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  ]
  const problem = hasName(draft.names)
    ? draft.categories.every(({ names }) => hasName(names))
      ? undefined
      : types.issueNameNeeded
    : types.nameNeeded
  const save = (): void => {
    const body = { names: draft.names, categories: withCodes(draft.categories), statusItems }
    if (type) update.mutate({ params: { id: type.id }, ifMatch: type.version, body }, { onSuccess: onClose })
    else create.mutate({ body }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={type ? types.editTitle(type.name) : types.newType}
      opened
      wide
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      submit={words.save}
      problem={problem}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={save}
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
          data-autofocus
          label={types.typeName}
          maxLength={40}
          value={draft.names[language] ?? ''}
          placeholder={Object.values(draft.names).find(Boolean)}
          onChange={(event) =>
            setDraft({ ...draft, names: named(draft.names, language, event.currentTarget.value) })
          }
        />
      </div>
      <fieldset>
        <legend>{types.issues}</legend>
        <small>{types.issuesHelp}</small>
        <ol className="category-lines">
          {draft.categories.map((category, index) => (
            <Line
              key={category.id}
              category={category}
              language={language}
              set={(part) =>
                setCategories(
                  draft.categories.map((one) => (one.id === category.id ? { ...one, ...part } : one)),
                )
              }
              move={(step) => move(index, step)}
              remove={() => setCategories(draft.categories.filter(({ id }) => id !== category.id))}
            />
          ))}
        </ol>
        <div>
          <Button
            size="compact-sm"
            onClick={() =>
              setCategories([
                ...draft.categories,
                { id: newId(), code: '', names: {}, priority: 'MEDIUM', safety: false },
              ])
            }
          >
            {types.addIssue}
          </Button>
        </div>
      </fieldset>
      <Textarea
        label={types.statusItems}
        description={types.statusItemsHelp}
        autosize
        minRows={2}
        value={draft.statusItems}
        onChange={(event) => setDraft({ ...draft, statusItems: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
