/** What a company looks after: lines of buildings, types and skills, in words and as fields. */
import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { newId } from '#client/unique-id.ts'
import type { Company, CoveragePart } from '#contracts/operator/records.ts'
import { FindFilter } from '../../find/find-filter.tsx'
import { useFound } from '../../find/use-found.ts'
import { useFormat } from '../../lib/format.ts'
import { useNames, useWords } from '../../lib/language.tsx'
import { FilterMenu } from '../../parts/filters.tsx'
import { useSkills } from '../operators/skills.ts'
import { houseWords } from '../words.ts'
import { companyWords } from './words.ts'

const some = (list: readonly string[] | undefined): list is readonly string[] => (list?.length ?? 0) > 0

const PartText = ({ part }: { part: CoveragePart }) => {
  const t = useWords(companyWords)
  const { type } = useNames()
  const { name } = useSkills()
  const { list } = useFormat()
  const { names } = useFound('buildingsOfTasks', {
    typed: '',
    chosen: part.buildingIds ?? [],
    enabled: some(part.buildingIds),
  })
  const { buildingIds, types, skills } = part
  if (!some(buildingIds) && !some(types) && !some(skills)) return t.everything
  const what = some(skills) ? list(skills.map(name)) : t.allWork
  const at = some(types) ? list(types.map(type)) : undefined
  const within = some(buildingIds) ? list(buildingIds.map((id) => names.get(id) ?? '…')) : undefined
  if (at === undefined) return within === undefined ? what : t.inBuildings({ what, buildings: within })
  return within === undefined
    ? t.atTypes({ what, types: at })
    : t.atTypesInBuildings({ what, types: at, buildings: within })
}

export const CoverageText = ({ coverage, kind }: Pick<Company, 'coverage' | 'kind'>) => {
  const t = useWords(companyWords)
  if (coverage.length === 0) return <>{kind === 'IN_HOUSE' ? t.everything : t.nothingByItself}</>
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

export const linesOf = (coverage: readonly CoveragePart[]): CoverageLine[] =>
  coverage.map((part, index) => ({ ...part, id: String(index) }))

export const partsOf = (lines: readonly CoverageLine[]): CoveragePart[] =>
  lines.map(({ id: _, ...part }) => part)

interface CoverageFieldsProps {
  readonly lines: readonly CoverageLine[]
  readonly onChange: (lines: readonly CoverageLine[]) => void
}

export const CoverageFields = ({ lines, onChange }: CoverageFieldsProps) => {
  const { words } = useWords()
  const t = useWords(companyWords)
  const house = useWords(houseWords)
  const skills = useSkills()
  const set = (id: string, part: CoveragePart): void =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...part } : line)))
  return (
    <>
      <ul className="plain-list">
        {lines.map((line, index) => (
          <li key={line.id}>
            <fieldset className="coverage-fields">
              <legend className="hidden">{t.line({ index: index + 1 })}</legend>
              <span className="coverage-told">
                <PartText part={partsOf([line])[0] ?? {}} />
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
                  onClick={() => onChange(lines.filter(({ id }) => id !== line.id))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      <div>
        <Button size="compact-sm" onClick={() => onChange([...lines, { id: newId() }])}>
          {t.addLine}
        </Button>
      </div>
    </>
  )
}
