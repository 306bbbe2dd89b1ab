/** What the audit log calls each act, in English, by its action. */
import { otherDeeds } from './admin/audit-log.ts'
import { endpoints } from './all.ts'

export const deeds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    endpoints.flatMap(({ module, name, deed }) => (deed ? [[`${module}.${name}`, deed]] : [])),
  ),
  ...otherDeeds,
}
