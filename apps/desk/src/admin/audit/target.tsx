/** The changed record, with a link where it has a page or a list. */
import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '#contracts/audit-log.ts'

/** Pages of single records; deleted ones have none. */
const pages = [
  [/^admin\.(create|update)Building$/, '/buildings/$id'],
  [/^admin\.((create|update)Amenity|bulkAmenities)$/, '/amenities/$id'],
  [/^admin\.(moderate|erase)Feedback$/, '/feedback/$id'],
  [/^tasks\.(?!deleteTask|addTask)/, '/tasks/$id'],
] as const

/** Lists that contain the record. */
const lists = [
  [/AlertRule$/, '/rules'],
  [/AmenityType$/, '/types'],
  [/(QrCode|QrStock)$/, '/qr-codes'],
  [/(User|Invite|Invitation)$|^sso\./, '/team'],
  [/ApiKey$/, '/api-keys'],
  [/DataExport$/, '/data'],
  [/Settings$/, '/settings'],
  [/Sso$/, '/sso'],
  [/updateMe$/, '/profile'],
] as const

const isId = (target: string): boolean => /^[0-9a-f]{8}-/.test(target)

export const Target = ({ entry }: { entry: AuditEntry }) => {
  const { action, target, targetName } = entry
  const label = targetName ?? (target && !isId(target) ? target : undefined)
  const page = target ? pages.find(([of]) => of.test(action)) : undefined
  if (page && target) {
    return (
      <Link to={page[1]} params={{ id: target }}>
        {label ?? target.slice(-6)}
      </Link>
    )
  }
  const list = /delete|revoke/.test(action) ? undefined : lists.find(([of]) => of.test(action))
  if (list && label) return <Link to={list[1]}>{label}</Link>
  return label ? <span>{label}</span> : null
}
