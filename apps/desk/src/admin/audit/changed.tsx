/** Former and new values of an audit entry, in words. */
import type { AuditChange, AuditEntry, AuditSaid } from '#contracts/audit-log.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { auditMessages } from './messages.ts'

/** Changes shown in the row; the rest is in the details. */
export const shownAtOnce = 4

/** Objects whose name is left out, because their fields are clear without it. */
const wrappers = new Set(['profile', 'branding', 'notifications', 'privacy', 'work', 'contact', 'template'])

/** An empty list in these fields means all. */
const allWhereEmpty = /(^buildingIds|(^|\.)(scope|when)\..*)$/

const useChanged = (): ((change: AuditChange) => string) => {
  const t = useMessages(auditMessages)
  const { words } = useMessages()
  const names = useNames()
  const { full } = useFormat()
  const fieldOf = (field: string): string =>
    field
      .split('.')
      .filter((part) => !wrappers.has(part) || part === field)
      .map((part) => t.fieldNames[part] ?? part)
      .join(', ')
  const textOf = (field: string, text: string): string => {
    const part = field.split('.').at(-1) ?? ''
    if (/^types?$/.test(part)) return names.type(text)
    if (/^categor(y|ies)$/.test(part)) return names.issue(text)
    if (/languages?$/i.test(part) && text in words.languages)
      return words.languages[text as keyof typeof words.languages]
    if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return full(text)
    if (text in words.role) return words.role[text as keyof typeof words.role]
    return t.codeNames[text] ?? text
  }
  const valueText = (field: string, value: AuditSaid): string => {
    if (value === null) return t.nothing
    if (typeof value === 'boolean') return value ? t.yes : t.no
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string') return textOf(field, value)
    if ('count' in value) return t.entries({ count: value.count })
    if (value.length === 0) return allWhereEmpty.test(field) ? t.all : t.nothing
    return value.map((one) => textOf(field, one)).join(', ')
  }
  return ({ field, from, to, unsaid, made, gone }) => {
    if (made || gone)
      return unsaid
        ? t.notShown({ field: fieldOf(field) })
        : t.is({ field: fieldOf(field), value: valueText(field, gone ? from : to) })
    return unsaid
      ? t.hasChanged({ field: fieldOf(field) })
      : t.isNow({ field: fieldOf(field), from: valueText(field, from), to: valueText(field, to) })
  }
}

/** @param all also the changes that do not fit in the row */
export const Changed = ({ changes, all }: Pick<AuditEntry, 'changes'> & { all?: boolean }) => {
  const t = useMessages(auditMessages)
  const changed = useChanged()
  const shown = all ? changes : changes.slice(0, shownAtOnce)
  return (
    <>
      {shown.map((change) => (
        <small key={change.field}>
          <bdi>{changed(change)}</bdi>
        </small>
      ))}
      {shown.length < changes.length ? (
        <small>{t.moreChanges({ count: changes.length - shown.length })}</small>
      ) : null}
    </>
  )
}
