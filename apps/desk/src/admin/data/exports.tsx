/** Data exports. The list of former ones is read from the audit log. */
import { Button } from '@mantine/core'
import { type AuditEntry, listAuditLog } from '#contracts/audit-log.ts'
import { type DataExport, getDataExport, startDataExport } from '#contracts/data-export.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { sizeIn } from '#desk-kit/lib/size.ts'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { dataMessages } from './messages.ts'

const isUnderWay = ({ state }: DataExport): boolean => state === 'QUEUED' || state === 'RUNNING'

const tones: Record<DataExport['state'], Tone> = {
  QUEUED: 'muted',
  RUNNING: 'info',
  DONE: 'good',
  FAILED: 'bad',
}

/**
 * In seconds: every 4 s while running, 15 of the 100 reads a minute; afterwards before the download address expires
 * after 15 minutes.
 */
const refetchSeconds = (one: DataExport): number => (isUnderWay(one) ? 4 : one.url ? 600 : 0)

const useExport = (id: string, enabled = true) =>
  useApi(getDataExport, { params: { id } }, { again: refetchSeconds, live: 'read', enabled })

const State = ({ one }: { one: DataExport }) => {
  const t = useMessages(dataMessages)
  const { number, locale } = useFormat()
  const { progress, state } = one
  const expired = state === 'DONE' && one.url === null
  return (
    <div className="export-state">
      <Mark tone={expired ? 'muted' : tones[state]}>{expired ? t.states.EXPIRED : t.states[state]}</Mark>
      {isUnderWay(one) ? (
        <>
          <progress
            max={progress.steps}
            value={progress.stepsDone}
            aria-label={t.step({ done: number(progress.stepsDone), all: number(progress.steps) })}
          />
          <small role="status">
            {t.step({ done: number(progress.stepsDone), all: number(progress.steps) })}, {t.written(progress)}
          </small>
        </>
      ) : null}
      {state === 'DONE' ? <small>{t.written(progress)}</small> : null}
      {state === 'FAILED' ? <p>{t.failedHelp}</p> : null}
      {one.url ? (
        <>
          <Button component="a" href={one.url} download variant="filled">
            {t.download({ size: sizeIn(one.size ?? 0, locale) })}
          </Button>
          {one.expiresAt ? (
            <small>
              {t.keptUntil} <WhenFull at={one.expiresAt} />
            </small>
          ) : null}
          {one.sha256 ? (
            <small className="checksum">
              {t.checksum} <code>{one.sha256}</code>
            </small>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

const Live = ({ id }: { id: string }) => {
  const t = useMessages(dataMessages)
  const one = useExport(id)
  return one.error?.code === 'NOT_FOUND' ? (
    <Mark tone="muted">{t.states.EXPIRED}</Mark>
  ) : (
    <QueryView of={one} rows={1}>
      {(data) => <State one={data} />}
    </QueryView>
  )
}

const Entry = ({ entry, id, over }: { entry: AuditEntry; id: string; over: boolean }) => {
  const t = useMessages(dataMessages)
  return (
    <li>
      <p className="line-of">
        <strong>
          <WhenFull at={entry.at} />
        </strong>
        <span className="quiet">{t.startedBy({ name: entry.actor.name })}</span>
      </p>
      {over ? <Mark tone="muted">{t.states.EXPIRED}</Mark> : <Live id={id} />}
    </li>
  )
}

export const Exports = () => {
  const t = useMessages(dataMessages)
  const start = useAction(startDataExport)
  const log = useApi(
    listAuditLog,
    { query: { action: 'admin.startDataExport', sort: '-at', pageSize: 5 } },
    { keep: true },
  )
  const entries = (log.data?.items ?? []).flatMap((entry) =>
    entry.target ? [{ entry, id: entry.target }] : [],
  )
  // Requesting an export while one is running joins it: two audit entries, one export.
  const once = entries.filter(({ id }, index) => entries.findIndex((other) => other.id === id) === index)
  const newest = once[0]
  const latest = useExport(newest?.id ?? '', newest !== undefined)
  const busy = latest.data !== undefined && isUnderWay(latest.data)
  return (
    <Section
      title={t.export}
      actions={
        busy ? (
          <span role="status">{t.running}</span>
        ) : (
          <Button loading={start.isPending} onClick={() => start.mutate({})}>
            {t.start}
          </Button>
        )
      }
    >
      <p>{t.exportHelp}</p>
      {start.error ? <ErrorPanel error={start.error} /> : null}
      <h3 className="lower">{t.lastExports}</h3>
      <QueryView of={log} rows={2}>
        {() =>
          once.length === 0 ? (
            <p className="quiet">{t.noneYet}</p>
          ) : (
            <ul className="reports">
              {once.map(({ entry, id }, index) => (
                // A finished export deletes earlier files; until then the previous one may still exist.
                <Entry
                  key={id}
                  entry={entry}
                  id={id}
                  over={index > (latest.data && latest.data.state !== 'DONE' ? 1 : 0)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  )
}
