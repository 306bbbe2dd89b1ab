/** A scout walks the round of a stage: one stop, answered, with one finding, submitted. */
import assert from 'node:assert/strict'
import type { Finding } from '#contracts/scout/findings.ts'
import type { TestServer } from '#test/server.ts'
import type { ScoutStage } from './scout-stage.ts'

export interface Walk {
  /** by question; default: both yes */
  readonly answers?: Readonly<Record<string, boolean>>
  readonly category?: string
  /** the round is under way, and its inspection begun */
  readonly begun?: boolean
}

export const walkRound = async (
  server: TestServer,
  { scout, round, stopId, place }: Pick<ScoutStage, 'scout' | 'round' | 'stopId' | 'place'>,
  { answers = { paper: true, soap: true }, category = 'NO_SOAP', begun = false }: Walk = {},
): Promise<Finding> => {
  const ok = async <T>(method: string, path: string, body: object): Promise<T> => {
    const reply = await scout.call<T>(method, path, body)
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
    return reply.json.data
  }
  if (!begun) {
    await ok('POST', `/rounds/${round.id}/start`, {})
    await ok('POST', `/rounds/${round.id}/inspections`, { stopId, noCodeReason: 'Torn off' })
  }
  await ok('PATCH', `/inspections/${stopId}/answers`, {
    answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value, base: 0 })),
  })
  const finding = await ok<Finding>('POST', '/findings', {
    amenityId: place.amenityId,
    category,
    severity: 'MINOR',
    text: 'Empty since the morning',
    inspectionId: stopId,
  })
  await ok('POST', `/inspections/${stopId}/complete`, {})
  await ok('POST', `/rounds/${round.id}/submit`, { note: 'All walked' })
  await server.drain()
  return finding
}
