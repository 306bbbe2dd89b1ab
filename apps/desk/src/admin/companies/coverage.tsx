/** Coverage of a company: parts with buildings, types and skills, as text and as fields. */
import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { newId } from '#client/unique-id.ts'
import type { Company, CoveragePart } from '#contracts/operator/records.ts'
import { FindFilter } from '#desk-kit/find/find-filter.tsx'
import { useFound } from '#desk-kit/find/use-found.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { FilterMenu } from '#desk-kit/parts/filters.tsx'
import { adminMessages } from '../messages.ts'
import { useSkills } from '../operators/skills.ts'
import { companyMessages } from './messages.ts'

const some = (list: readonly string[] | undefined): list is readonly string[] => (list?.length ?? 0) > 0

const isEverywhere = ({ buildingIds, types, skills }: CoveragePart): boolean =>
  buildingIds === undefined && types === undefined && skills === undefined

const PartText = ({ part }: { part: CoveragePart }) => {
  const t = useMessages(companyMessages)
  const { type } = useNames()
  const { name } = useSkills()
  const { list } = useFormat()
  const { names } = useFound('buildingsOfTasks', {
    typed: '',
    chosen: part.buildingIds ?? [],
    enabled: some(part.buildingIds),
  })
  const { buildingIds, types, skills } = part
  if (isEverywhere(part)) return t.everywhere
  if (![buildingIds, types, skills].some(some)) return t.nothingChosen
  const what = some(skills) ? list(skills.map(name)) : t.allWork
  const at = some(types) ? list(types.map(type)) : undefined
  const within = some(buildingIds) ? list(buildingIds.map((id) => names.get(id) ?? '…')) : undefined
  if (at === undefined) return within === undefined ? what : t.inBuildings({ what, buildings: within })
  return within === undefined
    ? t.atTypes({ what, types: at })
    : t.atTypesInBuildings({ what, types: at, buildings: within })
}

export const CoverageText = ({ coverage }: Pick<Company, 'coverage'>) => {
  const t = useMessages(companyMessages)
  if (coverage.length === 0) return <>{t.noCoverage}</>
  return coverage.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own
    <span key={index} className="coverage-line">
      <PartText part={part} />
    </span>
  ))
}

export interface CoverageLine extends CoveragePart {
  readonly id: string
}

/** Form values: "everywhere" is a choice of its own, and a part without any choice covers nothing. */
export interface CoverageDraft {
  readonly everywhere: boolean
  readonly lines: readonly CoverageLine[]
}

export const coverageDraft = (coverage: readonly CoveragePart[]): CoverageDraft => ({
  everywhere: coverage.some(isEverywhere),
  lines: coverage
    .filter((part) => !isEverywhere(part))
    .map((part, index) => ({ ...part, id: String(index) })),
})

/** Leaves out empty lists, which would match nothing. */
const chosenOf = ({ buildingIds, types, skills }: CoveragePart): CoveragePart => ({
  ...(some(buildingIds) ? { buildingIds } : {}),
  ...(some(types) ? { types } : {}),
  ...(some(skills) ? { skills } : {}),
})

export const partsOf = ({ everywhere, lines }: CoverageDraft): CoveragePart[] => [
  ...(everywhere ? [{}] : []),
  ...lines.map(chosenOf).filter((part) => !isEverywhere(part)),
]

interface CoverageFieldsProps {
  readonly value: CoverageDraft
  readonly onChange: (value: CoverageDraft) => void
}

export const CoverageFields = ({ value, onChange }: CoverageFieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(companyMessages)
  const house = useMessages(adminMessages)
  const skills = useSkills()
  const { everywhere, lines } = value
  const put = (next: readonly CoverageLine[]): void => onChange({ everywhere, lines: next })
  const set = (id: string, part: CoveragePart): void =>
    put(lines.map((line) => (line.id === id ? { ...line, ...part } : line)))
  return (
    <>
      <Checkbox
        label={t.everywhereHelp}
        checked={everywhere}
        onChange={(event) => onChange({ everywhere: event.currentTarget.checked, lines })}
      />
      {!everywhere && lines.length === 0 ? <p className="quiet">{t.noCoverage}</p> : null}
      <ul className="plain-list">
        {lines.map((line, index) => (
          <li key={line.id}>
            <fieldset className="coverage-fields">
              <legend className="hidden">{t.line({ index: index + 1 })}</legend>
              <span className="coverage-told">
                <PartText part={{ buildingIds: [], ...chosenOf(line) }} />
              </span>
              <div className="actions">
                <FindFilter
                  from="buildings"
                  label={words.building}
                  chosen={line.buildingIds ?? []}
                  onChange={(buildingIds = []) => set(line.id, { buildingIds })}
                />
                <FindFilter
                  from="types"
                  label={house.type}
                  chosen={line.types ?? []}
                  onChange={(types = []) => set(line.id, { types })}
                />
                <FilterMenu
                  label={t.skill}
                  choices={skills.choices(line.skills)}
                  chosen={line.skills ?? []}
                  onChange={(chosen = []) => set(line.id, { skills: chosen })}
                />
                <ActionIcon
                  aria-label={`${words.remove}: ${t.line({ index: index + 1 })}`}
                  onClick={() => put(lines.filter(({ id }) => id !== line.id))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      <div>
        <Button size="compact-sm" onClick={() => put([...lines, { id: newId() }])}>
          {t.addLine}
        </Button>
      </div>
    </>
  )
}
