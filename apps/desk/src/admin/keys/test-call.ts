/** A curl command that tests an API key. */
import type { NewApiKey } from '#contracts/auth/api-keys.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** What the command does: it asks who the key is, creates a task, or lists the webhooks. */
export const testOf = ({ scopes }: Pick<NewApiKey, 'scopes'>): 'read' | 'write' | 'webhooks:manage' =>
  (['read', 'write'] as const).find((scope) => scopes.includes(scope)) ?? 'webhooks:manage'

/** @param title of a task that it may create */
export const testCall = (
  { key, scopes }: Pick<NewApiKey, 'key' | 'scopes'>,
  origin: string,
  title: string,
): string => {
  const header = `-H ${quoted(`X-API-Key: ${key}`)}`
  const test = testOf({ scopes })
  if (test === 'webhooks:manage') return `curl ${header} \\\n  ${origin}/api/admin/webhooks`
  if (test === 'read') return `curl ${header} \\\n  ${origin}/api/auth/me`
  const body = quoted(JSON.stringify({ title: title.slice(0, 120) }))
  return `curl -X POST ${header} \\\n  -H 'Content-Type: application/json' -d ${body} \\\n  ${origin}/api/tasks`
}
