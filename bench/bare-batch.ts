/**
 * The same durable write and nothing else: fastify reads the body, requests that arrive together share the intake's
 * statement, and each is answered after its commit. No limits, schema, source, masking, token or headers.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import { openIntake } from '../apps/server/src/modules/feedback/intake/intake.ts'

export interface BareBatchJob {
  readonly url: string
  readonly tenantId: string
  readonly buildingId: string
  /** code → id of its amenity */
  readonly amenities: Readonly<Record<string, string>>
}

const { url, tenantId, buildingId, amenities } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as BareBatchJob
const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c role=wellkept_intake' })
const intake = openIntake(
  pool,
  async () => new Map(),
  () => {},
)
const app = Fastify()
app.post<{ Body: { qrCode: string; rating: number; comment: string; issues: string[]; language: string } }>(
  '/api/feedback',
  async ({ body: { qrCode, rating, comment, issues, language } }, reply) => {
    const amenityId = amenities[qrCode]
    if (!amenityId) throw new Error('An unknown code')
    const id = randomUUID()
    const { createdAt } = await intake.submit({
      tenantId,
      amenityId,
      buildingId,
      id,
      eventId: randomUUID(),
      rating,
      comment,
      issues: issues.map((code) => ({ code, detail: null })),
      language,
      source: 'h2bXh0Yq5pJmS1v8Zk3wLr',
      submissionId: null,
      state: 'VISIBLE',
      stateReason: null,
      counted: true,
      toReview: false,
      urgent: false,
      trace: null,
      createdAt: new Date(),
      event: {
        feedbackId: id,
        amenityId,
        buildingId,
        rating,
        issues,
        quarantined: false,
      },
    })
    return reply.code(201).send({ success: true, data: { id, createdAt } })
  },
)
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(String((app.server.address() as AddressInfo).port))
