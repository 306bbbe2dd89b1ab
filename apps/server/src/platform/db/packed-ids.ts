/** The ids of a list at one point in time, packed as 16 bytes each: half a million take 8 MB. */
const bytesOfId = 16
const inOnePiece = 5000

export interface PackedRow {
  ids: Uint8Array
}

/** @param ids SQL that selects `id` @param order window clause that orders its rows, over `k` */
export const packedText = (ids: string, order: string, before = ''): string =>
  `with ${before}k as (${ids}), p as (select id, row_number() over (${order}) - 1 as place from k)
   select string_agg(uuid_send(id), ''::bytea order by place) as ids from p
   group by place / ${inOnePiece} order by place / ${inOnePiece}`

const textOf = (bytes: Uint8Array): string => {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export const countPacked = (rows: readonly PackedRow[]): number =>
  rows.reduce((total, { ids }) => total + ids.byteLength, 0) / bytesOfId

/** Yields pages of ids. */
export function* unpack(rows: readonly PackedRow[], pageSize: number): Generator<string[]> {
  for (const { ids } of rows) {
    for (let from = 0; from < ids.byteLength; from += pageSize * bytesOfId) {
      const end = Math.min(from + pageSize * bytesOfId, ids.byteLength)
      const page: string[] = []
      for (let at = from; at < end; at += bytesOfId) page.push(textOf(ids.subarray(at, at + bytesOfId)))
      yield page
    }
  }
}
