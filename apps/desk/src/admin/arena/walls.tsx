/** Walls that show the arena, each paired by a code that is typed on its screen. */
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type ArenaSetup, replaceArena } from '#contracts/arena/admin.ts'
import { type Call, callOf, refreshAfter, useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { Table } from '#desk-kit/parts/table.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { arenaMessages } from './messages.ts'
import { type Wall, wallBody } from './parts-of-setup.ts'

const WallForm = lazyComponent(async () => (await import('./wall-form.tsx')).WallForm)
const WallCode = lazyComponent(async () => (await import('./wall-form.tsx')).WallCode)

const tones: Record<Wall['state'], Tone> = { PAIRING: 'info', ACTIVE: 'good', OFFLINE: 'warn' }

type Open =
  | { readonly as: 'form'; readonly wall: Wall | undefined }
  | { readonly as: 'code' | 'remove' | 'renew'; readonly wall: Wall }

export const Walls = ({ setup }: { setup: ArenaSetup }) => {
  const { words } = useMessages()
  const t = useMessages(arenaMessages)
  const renew = useAction(replaceArena, { quiet: true })
  const [open, setOpen] = useState<Open>()
  const close = (): void => setOpen(undefined)
  const others = (wall: Wall) => setup.kiosks.filter(({ id }) => id !== wall.id).map(wallBody)
  const { kiosks, version } = setup
  /** The code is in this answer alone. */
  const newCode = (wall: Wall): Call => ({
    endpoint: replaceArena,
    send: async () => {
      const body = { kiosks: kiosks.map((one) => ({ ...wallBody(one), newCode: one.id === wall.id })) }
      const answer = await renew.mutateAsync({ body, ifMatch: version })
      const found = answer.kiosks.find(({ id }) => id === wall.id)
      if (found) setOpen({ as: 'code', wall: found })
      void refreshAfter(replaceArena)
    },
  })
  return (
    <Section
      title={t.walls}
      actions={<Button onClick={() => setOpen({ as: 'form', wall: undefined })}>{t.newWall}</Button>}
    >
      {kiosks.length === 0 ? (
        <p className="quiet">{t.noWalls}</p>
      ) : (
        <Table
          caption={t.walls}
          rows={kiosks}
          columns={[
            { key: 'name', head: t.wall, cell: ({ name }) => <strong>{name}</strong> },
            {
              key: 'state',
              head: t.state,
              cell: ({ state }) => <Mark tone={tones[state]}>{t.wallStates[state]}</Mark>,
            },
            {
              key: 'seen',
              head: t.lastSeen,
              cell: ({ lastSeenAt }) => (lastSeenAt ? <When at={lastSeenAt} /> : words.none),
            },
            {
              key: 'where',
              head: t.where,
              cell: ({ buildingIds: { length } }) =>
                length === 0 ? t.allBuildings : t.buildingCount({ count: length }),
            },
            {
              key: 'actions',
              head: words.edit,
              actions: true,
              cell: (wall) => (
                <div className="actions">
                  <Button size="compact-sm" onClick={() => setOpen({ as: 'form', wall })}>
                    {words.edit}
                  </Button>
                  <Button size="compact-sm" onClick={() => setOpen({ as: 'renew', wall })}>
                    {t.newCode}
                  </Button>
                  <Button
                    size="compact-sm"
                    aria-label={t.removeOf({ name: wall.name })}
                    onClick={() => setOpen({ as: 'remove', wall })}
                  >
                    {words.remove}
                  </Button>
                </div>
              ),
            },
          ]}
        />
      )}
      {open?.as === 'form' ? (
        <Suspense>
          <WallForm
            setup={setup}
            wall={open.wall}
            onClose={(paired) => setOpen(paired ? { as: 'code', wall: paired } : undefined)}
          />
        </Suspense>
      ) : null}
      {open?.as === 'code' ? (
        <Suspense>
          <WallCode wall={open.wall} onClose={close} />
        </Suspense>
      ) : null}
      {open?.as === 'renew' ? (
        <Confirm
          title={t.newCodeTitle({ name: open.wall.name })}
          submit={t.newCode}
          call={newCode(open.wall)}
          onClose={close}
          onDone={() => {}}
        >
          {t.newCodeHelp}
        </Confirm>
      ) : null}
      {open?.as === 'remove' ? (
        <Confirm
          title={t.removeWall({ name: open.wall.name })}
          submit={words.remove}
          call={callOf(replaceArena, { body: { kiosks: others(open.wall) }, ifMatch: version })}
          onClose={close}
        >
          {t.removeWallHelp}
        </Confirm>
      ) : null}
    </Section>
  )
}
