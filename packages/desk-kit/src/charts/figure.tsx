/** A figure with a link to its rows, its source, n and period. */
import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { chartMessages } from './messages.ts'

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly link?: (value: ReactNode) => ReactNode
  readonly beside?: string | undefined
  readonly faint?: boolean
  readonly how: string
  readonly n: number
  readonly period: string
  readonly source: string
}

export const Figure = ({
  label,
  value,
  link = (shown) => shown,
  beside,
  faint,
  how,
  n,
  period,
  source,
}: FigureProps) => {
  const charts = useMessages(chartMessages)
  const { number } = useFormat()
  return (
    <div className={`figure ${faint ? 'faint' : ''}`}>
      <dt>{label}</dt>
      <dd>
        <span className="figure-value">{link(value)}</span>
        {beside ? <span className="figure-beside">{beside}</span> : null}
        <Popover width={300} returnFocus>
          <Popover.Target>
            <button type="button" className="as-link" aria-label={charts.howOf({ figure: label })}>
              {charts.how}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <p>{how}</p>
            <p className="quiet">
              n = {number(n)}
              <br />
              {period}
              <br />
              {source}
            </p>
          </Popover.Dropdown>
        </Popover>
      </dd>
    </div>
  )
}
