/** A time: relative while it is recent, absolute on focus and in `datetime`. */
import { useFormat } from '../lib/format.ts'

export const When = ({ at }: { at: string }) => {
  const { ago, full } = useFormat()
  return (
    <time dateTime={at} title={full(at)} className="when">
      {ago(at)}
    </time>
  )
}

export const WhenFull = ({ at }: { at: string }) => {
  const { full, ago } = useFormat()
  return (
    <time dateTime={at} title={ago(at)} className="when">
      {full(at)}
    </time>
  )
}
