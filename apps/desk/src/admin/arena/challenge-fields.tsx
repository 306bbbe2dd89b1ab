/** The challenges of a season, one below the other. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { newId } from '#client/unique-id.ts'
import {
  type ChallengeKind,
  type ChallengeMetric,
  challengeKinds,
  challengeMetrics,
} from '#contracts/arena/records.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { type ChallengeDraft, mostChallenges, mostTarget, newChallenge } from './challenges.ts'
import { arenaMessages } from './messages.ts'
import { WholeNumber } from './whole-number.tsx'

interface ChallengeFieldsProps {
  readonly challenges: readonly ChallengeDraft[]
  readonly onChange: (challenges: readonly ChallengeDraft[]) => void
}

export const ChallengeFields = ({ challenges, onChange }: ChallengeFieldsProps) => {
  const t = useMessages(arenaMessages)
  const { words } = useMessages()
  const change = (key: string, part: Partial<ChallengeDraft>): void =>
    onChange(challenges.map((one) => (one.key === key ? { ...one, ...part } : one)))
  return (
    <>
      {challenges.map((one) => (
        <div key={one.key} className="form challenge-line">
          <TextInput
            label={t.title}
            value={one.title}
            maxLength={80}
            onChange={({ currentTarget }) => change(one.key, { title: currentTarget.value })}
          />
          <TextInput
            label={t.description}
            value={one.description}
            maxLength={300}
            onChange={({ currentTarget }) => change(one.key, { description: currentTarget.value })}
          />
          <div className="two">
            <NativeSelect
              label={t.kind}
              value={one.kind}
              data={challengeKinds.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
              onChange={({ currentTarget }) =>
                change(one.key, { kind: currentTarget.value as ChallengeKind })
              }
            />
            <NativeSelect
              label={t.metric}
              value={one.metric}
              data={challengeMetrics.map((metric) => ({ value: metric, label: t.metrics[metric] }))}
              onChange={({ currentTarget }) =>
                change(one.key, { metric: currentTarget.value as ChallengeMetric })
              }
            />
            <WholeNumber
              label={t.target}
              min={1}
              max={mostTarget}
              value={one.target}
              onChange={(target) => change(one.key, { target })}
            />
          </div>
          <div>
            <Button
              size="compact-sm"
              aria-label={t.removeOf({ name: one.title })}
              onClick={() => onChange(challenges.filter(({ key }) => key !== one.key))}
            >
              {words.remove}
            </Button>
          </div>
        </div>
      ))}
      {challenges.length < mostChallenges ? (
        <div>
          <Button onClick={() => onChange([...challenges, newChallenge(newId())])}>{t.addChallenge}</Button>
        </div>
      ) : null}
    </>
  )
}
