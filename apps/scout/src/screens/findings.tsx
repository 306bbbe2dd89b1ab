/** Own findings, and what became of them. */
import type { JSX } from 'preact'
import type { Finding } from '#contracts/scout/findings.ts'
import { openFindingStates } from '#contracts/scout/findings.ts'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Skeleton } from '#field-kit/lazy-screen.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { SendMark, sendStateOf } from '#field-kit/send-mark.tsx'
import { Banner } from '../pieces/banner.tsx'
import { FindingMark, SeverityMark, Time } from '../pieces/marks.tsx'
import { paths } from '../routes.ts'
import { useBook, useOperations } from '../services.ts'
import { useWords } from '../words.ts'

const FindingRow = ({ finding }: { finding: Finding }): JSX.Element => {
  const operations = useOperations()
  const { id, amenity, categoryName, severity, state, createdAt, text } = finding
  const own = operations.find((one) => one.id === id)
  const sending = own ? own.state : sendStateOf(operations, id)
  return (
    <li class="row-of">
      <h3>
        <Link to={paths.finding(id)}>
          <bdi>{categoryName}</bdi>
        </Link>
      </h3>
      <p class="place">
        <Icon name="place" />
        <bdi>{amenity.name}</bdi>
      </p>
      {text && <p class="clip">{text}</p>}
      <p class="marks">
        <SeverityMark severity={severity} />
        {sending && sending !== 'SENT' ? <SendMark state={sending} /> : <FindingMark state={state} />}
        <Time at={createdAt} />
      </p>
    </li>
  )
}

const Group = ({ title, findings }: { title: string; findings: readonly Finding[] }): JSX.Element | null =>
  findings.length === 0 ? null : (
    <section>
      <h2>
        {title} <span class="count">{findings.length}</span>
      </h2>
      <ul class="rows">
        {findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} />
        ))}
      </ul>
    </section>
  )

export default function Findings(): JSX.Element {
  const words = useWords()
  const book = useBook()
  const all = (book?.findings ?? [])
    .slice()
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
  const isOpen = ({ state }: Finding): boolean => openFindingStates.some((one) => one === state)
  return (
    <>
      <Heading text={words.findings} />
      <Banner />
      {!book && <Skeleton />}
      <Group title={words.toVerify} findings={all.filter(({ state }) => state === 'FIXED')} />
      <Group
        title={words.openFindings}
        findings={all.filter((one) => isOpen(one) && one.state !== 'FIXED')}
      />
      <Group title={words.closedFindings} findings={all.filter((one) => !isOpen(one))} />
      {book && all.length === 0 && (
        <div class="empty">
          <Icon name="check" />
          <p>{words.noFindings}</p>
        </div>
      )}
    </>
  )
}
