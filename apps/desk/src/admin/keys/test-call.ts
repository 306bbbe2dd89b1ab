/** A curl command that tests an API key. */
import type { NewApiKey } from '#contracts/auth/api-keys.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** With scope `read` it asks who the key is; otherwise it creates a task with this title. */
export const testCall = (
  { key, scopes }: Pick<NewApiKey, 'key' | 'scopes'>,
  origin: string,
  title: string,
): string => {
  const header = `-H ${quoted(`X-API-Key: ${key}`)}`
  if (scopes.includes('read')) return `curl ${header} \\\n  ${origin}/api/auth/me`
  const body = quoted(JSON.stringify({ title: title.slice(0, 120) }))
  return `curl -X POST ${header} \\\n  -H 'Content-Type: application/json' -d ${body} \\\n  ${origin}/api/tasks`
}
