/** What points buy, with the stock that is left. */
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type ArenaSetup, replaceArena } from '#contracts/arena/admin.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { Table } from '#desk-kit/parts/table.tsx'
import { arenaMessages } from './messages.ts'
import { rewardBody } from './parts-of-setup.ts'

const RewardForm = lazyComponent(async () => (await import('./reward-form.tsx')).RewardForm)

type Reward = ArenaSetup['rewards'][number]

export const Rewards = ({ setup }: { setup: ArenaSetup }) => {
  const { words } = useMessages()
  const t = useMessages(arenaMessages)
  const { number } = useFormat()
  const [editing, setEditing] = useState<{ readonly reward: Reward | undefined }>()
  const [removing, setRemoving] = useState<Reward>()
  return (
    <Section
      title={t.rewards}
      actions={<Button onClick={() => setEditing({ reward: undefined })}>{t.newReward}</Button>}
    >
      {setup.rewards.length === 0 ? (
        <p className="quiet">{t.noRewards}</p>
      ) : (
        <Table
          caption={t.rewards}
          rows={setup.rewards}
          columns={[
            {
              key: 'title',
              head: t.reward,
              cell: ({ title, description }) => (
                <>
                  <strong>{title}</strong>
                  <div>{description}</div>
                </>
              ),
            },
            { key: 'cost', head: t.cost, end: true, cell: ({ cost }) => number(cost) },
            {
              key: 'stock',
              head: t.stock,
              cell: ({ stock, left }) =>
                stock === null ? t.unlimited : t.leftOf({ left: number(left ?? 0), stock: number(stock) }),
            },
            {
              key: 'active',
              head: t.state,
              cell: ({ active }) => (
                <Mark tone={active ? 'good' : 'muted'}>{active ? t.active : t.inactive}</Mark>
              ),
            },
            {
              key: 'actions',
              head: words.edit,
              actions: true,
              cell: (reward) => (
                <div className="actions">
                  <Button size="compact-sm" onClick={() => setEditing({ reward })}>
                    {words.edit}
                  </Button>
                  <Button
                    size="compact-sm"
                    aria-label={t.removeOf({ name: reward.title })}
                    onClick={() => setRemoving(reward)}
                  >
                    {words.remove}
                  </Button>
                </div>
              ),
            },
          ]}
        />
      )}
      {editing ? (
        <Suspense>
          <RewardForm setup={setup} reward={editing.reward} onClose={() => setEditing(undefined)} />
        </Suspense>
      ) : null}
      {removing ? (
        <Confirm
          title={t.removeReward({ name: removing.title })}
          submit={words.remove}
          call={callOf(replaceArena, {
            body: { rewards: setup.rewards.filter(({ id }) => id !== removing.id).map(rewardBody) },
            ifMatch: setup.version,
          })}
          onClose={() => setRemoving(undefined)}
        >
          {t.removeRewardHelp}
        </Confirm>
      ) : null}
    </Section>
  )
}
